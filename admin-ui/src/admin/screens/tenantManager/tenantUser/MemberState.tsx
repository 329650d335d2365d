import { useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Badge } from '../../../widgets/list/Badge'
import type { Member } from './model'

/** Whether the membership counts. */
export function MemberState() {
  const member = useRecordContext<Member>()
  const text = useText('tenant-users')
  const off = member?.enabled !== '0'
  if (off) return <Badge tone="danger">{text('disabled')}</Badge>
  return <span data-muted>{text('enabled')}</span>
}
