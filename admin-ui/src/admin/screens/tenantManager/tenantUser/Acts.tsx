import { useMutation } from '@tanstack/react-query'
import { useRecordContext } from 'react-admin'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { RowActs } from '../../../widgets/list/RowActs'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { type Member, SCREEN } from './model'

const Base = lazyPart(async () => (await import('./dialogs')).Base)
const Important = lazyPart(async () => (await import('./dialogs')).Important)
const ExplainDialog = lazyPart(
  async () => (await import('../../../widgets/access/ExplainDialog')).ExplainDialog,
)

/** What can be done with a tenant's user. */
export function MemberActs() {
  const text = useText('tenant-users')
  const access = useOwnText('access')
  const say = useSay()
  const call = useCall()
  const removal = useRemoval('tenant-users')
  const pin = useMutation({
    mutationFn: async ({ id, fullName }: Member) => {
      await call('POST /tenant-users/{id}/pin-code', { path: { id } })
      say.done(text('pin_sent', { name: fullName }))
    },
    onError: say.failed,
  })
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  const member = useRecordContext<Member>()
  if (member?.ofPlatform && !takesIn) return <span data-muted>{text('of_platform')}</span>
  const acts = (member: Member): Act[] => [
    {
      key: 'base',
      label: text('base'),
      dialog: (onClose) => <Base {...{ member, onClose }} />,
    },
    {
      key: 'important',
      label: text('important'),
      dialog: (onClose) => <Important {...{ member, onClose }} />,
    },
    { key: 'pin', label: text('pin'), act: () => pin.mutate(member) },
    {
      key: 'explain',
      label: access('explain'),
      looking: true,
      dialog: (onClose) => (
        <ExplainDialog
          userId={member.userId}
          name={member.fullName}
          tenantId={member.tenantId}
          onClose={onClose}
        />
      ),
    },
    removal(member, text('remove_title', { name: member.fullName }), 'ra.action.delete'),
  ]
  return <RowActs name="userName" acts={acts} />
}
