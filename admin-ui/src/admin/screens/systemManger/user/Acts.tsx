import { lazy, Suspense, useState } from 'react'
import { useCreatePath, useNavigate, useRecordContext, useResourceContext } from 'react-admin'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { type RowAct, RowMenu } from '../../../widgets/list/RowMenu'
import { type Asked, isKeptElsewhere, type User } from './model'
import { useTexts } from './texts'

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

/** The links of a user's password; none where the account is kept elsewhere. */
export function PasswordLinks() {
  const user = useRecordContext<User>()
  const text = useTexts()
  const { open, shown } = useDialog(user)
  if (!user || user.deletedAt) return null
  if (isKeptElsewhere(user)) return <span data-muted>{text('kept_elsewhere')}</span>
  const name = user.userName
  return (
    <>
      <ChangeButton
        size="small"
        aria-label={text('change_of', { name })}
        onClick={() => open('password')}
      >
        {text('change')}
      </ChangeButton>
      <ChangeButton
        size="small"
        aria-label={text('reset_of', { name })}
        onClick={() => open('reset')}
      >
        {text('reset')}
      </ChangeButton>
      {shown}
    </>
  )
}

/** What else can be done with a user. */
export function UserActs() {
  const user = useRecordContext<User>()
  const text = useTexts()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const resource = useResourceContext()
  const { open, shown } = useDialog(user)
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
    acts.push({ key: 'important', label: text('important'), act: () => open('important') })
  }
  const locked = user.status !== '0'
  if (locked || user.lockedUntil) {
    acts.push({ key: 'unlock', label: text('unlock'), act: () => open('unlock') })
  }
  if (!locked) acts.push({ key: 'lock', label: text('lock'), act: () => open('lock') })
  acts.push({ key: 'remove', label: text('remove'), danger: true, act: () => open('remove') })
  return (
    <>
      <RowMenu label={text('acts', { name: user.userName })} acts={acts} />
      {shown}
    </>
  )
}
