import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCreatePath, useNavigate, useRecordContext, useResourceContext } from 'react-admin'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { useSay } from '../../../widgets/feedback/say'
import { type RowAct, RowMenu } from '../../../widgets/list/RowMenu'
import { type Asked, isKeptElsewhere, type User } from './model'

const Dialogs = lazy(async () => ({ default: (await import('./dialogs')).Dialogs }))

/** A dialog about the row's user, once something opened it. */
function useDialog(user: User | undefined) {
  const [asked, open] = useState<Asked>()
  return {
    open,
    shown: asked && user && (
      <Suspense>
        <Dialogs asked={asked} user={user} onClose={() => open(undefined)} />
      </Suspense>
    ),
  }
}

/** Sends the mail with which somebody verifies their address. */
function useVerify(user: User | undefined) {
  const text = useText('users')
  const say = useSay()
  const call = useCall()
  const handedOver = useHandedOver()
  return useMutation({
    mutationFn: async () => {
      if (!user) return
      const { id, email } = user
      const { messageId } = await call('POST /users/{id}/email-verification', { path: { id } })
      await handedOver(messageId, email, text('verify_done', { email }))
    },
    onError: say.failed,
  })
}

/** What can be done with a user. */
export function UserActs() {
  const user = useRecordContext<User>()
  const text = useText('users')
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const resource = useResourceContext()
  const { open, shown } = useDialog(user)
  const verify = useVerify(user)
  if (!user) return null
  const edit = () => navigate(createPath({ resource, type: 'edit', id: user.id }))
  if (user.deletedAt) {
    const acts = [{ key: 'restore', label: text('restore'), act: () => open('restore') }]
    return (
      <>
        <RowMenu label={text('acts', { name: user.userName })} acts={acts} />
        {shown}
      </>
    )
  }
  const acts: RowAct[] = [{ key: 'edit', label: text('edit'), act: edit }]
  if (!isKeptElsewhere(user)) {
    acts.push(
      { key: 'important', label: text('important'), act: () => open('important') },
      { key: 'password', label: text('change_password'), act: () => open('password') },
      { key: 'reset', label: text('reset_password'), act: () => open('reset') },
    )
  }
  const locked = user.status !== '0'
  if (user.emailValid === '1' && !locked) {
    acts.push({ key: 'verify', label: text('verify'), act: () => verify.mutate() })
  }
  if (locked || user.lockedUntil) {
    acts.push({ key: 'unlock', label: text('unlock'), act: () => open('unlock') })
  }
  if (!locked) acts.push({ key: 'lock', label: text('lock'), act: () => open('lock') })
  acts.push({ key: 'remove', label: text('remove'), act: () => open('remove') })
  return (
    <>
      <RowMenu label={text('acts', { name: user.userName })} acts={acts} />
      {shown}
    </>
  )
}
