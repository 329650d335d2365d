import { useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Badge } from '../../../widgets/list/Badge'
import { TimeText } from '../../../widgets/list/TimeText'
import { isKeptElsewhere, type User } from './model'

/** `status` 0 is normal; anything else is locked. So is who failed to sign in too often, until that ends. */
export function LockStatus() {
  const record = useRecordContext<User>()
  const text = useText('users')
  if (!record) return null
  if (record.deletedAt) {
    return (
      <Badge>
        {text('deleted')} <TimeText at={record.deletedAt} />
      </Badge>
    )
  }
  if (record.status !== '0') return <Badge tone="danger">{text('is_locked')}</Badge>
  if (record.lockedUntil) {
    return (
      <Badge tone="danger">
        {text('locked_until')} <TimeText at={record.lockedUntil} />
      </Badge>
    )
  }
  if (isKeptElsewhere(record)) return <Badge>{text('kept_elsewhere')}</Badge>
  return <span data-muted>{text('normal')}</span>
}
