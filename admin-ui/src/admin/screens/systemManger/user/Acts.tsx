import { useMutation } from '@tanstack/react-query'
import { useCreatePath, useNavigate } from 'react-admin'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { useSay } from '../../../widgets/feedback/say'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { RowActs } from '../../../widgets/list/RowActs'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { type Asked, isKeptElsewhere, type User } from './model'

const Dialogs = lazyPart(async () => (await import('./dialogs')).Dialogs)

/** Sends the mail with which somebody verifies their address. */
function useVerify() {
  const text = useText('users')
  const say = useSay()
  const call = useCall()
  const handedOver = useHandedOver()
  return useMutation({
    mutationFn: async ({ id, email }: User) => {
      const { messageId } = await call('POST /users/{id}/email-verification', { path: { id } })
      await handedOver(messageId, email, text('verify_done', { email }))
    },
    onError: say.failed,
  })
}

/** What can be done with a user; `onRemoved` leads away from their page. */
export function UserActs({ onRemoved }: { onRemoved?: () => void }) {
  const text = useText('users')
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const removal = useRemoval('users', onRemoved)
  const verify = useVerify()
  const acts = (user: User): Act[] => {
    const asking = (asked: Asked, label: string): Act => ({
      key: asked,
      label,
      dialog: (onClose) => <Dialogs {...{ asked, user, onClose }} />,
    })
    if (user.deletedAt) return [asking('restore', text('restore'))]
    const locked = user.status !== '0'
    const edit = () => navigate(createPath({ resource: 'users', type: 'edit', id: user.id }))
    const own = [
      asking('important', text('important')),
      asking('password', text('change_password')),
      asking('reset', text('reset_password')),
    ]
    return [
      { key: 'edit', label: text('edit'), act: edit },
      ...(isKeptElsewhere(user) ? [] : own),
      ...(user.emailValid === '1' && !locked
        ? [{ key: 'verify', label: text('verify'), act: () => verify.mutate(user) }]
        : []),
      ...(locked || user.lockedUntil ? [asking('unlock', text('unlock'))] : []),
      ...(locked ? [] : [asking('lock', text('lock'))]),
      removal(user, text('remove_title', { name: user.fullName }), 'ra.action.delete'),
    ]
  }
  return <RowActs name="userName" acts={acts} />
}
