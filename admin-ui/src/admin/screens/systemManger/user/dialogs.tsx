import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { usePasswordRules } from '../../../../shared/passwordRules'
import { useRenew } from '../../../widgets/data/useRenew'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { fieldErrors, useSay } from '../../../widgets/feedback/say'
import { LineInput } from '../../../widgets/form/dialogInputs'
import { DialogField, FormDialog } from '../../../widgets/form/FormDialog'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import {
  type Asked,
  removeUser,
  resetPassword,
  restoreUser,
  saveImportant,
  setLock,
  setPassword,
  type User,
} from './api'
import { useTexts } from './dialogTexts'

interface ActProps {
  user: User
  onClose(): void
}

/** What a dialog does when its act succeeded: closes, says so, and shows the new state. */
function useDone(onClose: () => void) {
  const say = useSay()
  const renew = useRenew('users')
  return (text: string) => {
    onClose()
    say.done(text)
    renew()
  }
}

const IMPORTANT = ['userName', 'email', 'phone'] as const

/** Changes login name, e-mail and phone. */
function Important({ user, onClose }: ActProps) {
  const text = useTexts()
  return (
    <RecordDialog
      resource="users"
      title={text('important_title', { name: user.fullName })}
      text={text('important_text')}
      record={user}
      labels={Object.fromEntries(IMPORTANT.map((field) => [field, text(field)]))}
      act={({ version, ...values }) => {
        const typed = IMPORTANT.map((field) => [field, values[field] ?? ''])
        return saveImportant(user.id, { version, ...Object.fromEntries(typed) })
      }}
      onClose={onClose}
    >
      {IMPORTANT.map((field) => (
        <LineInput key={field} source={field} isRequired autoComplete="off" />
      ))}
    </RecordDialog>
  )
}

/** Sets another password. */
function Password({ user, onClose }: ActProps) {
  const text = useTexts()
  const done = useDone(onClose)
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setPassword(user.id, next),
    onSuccess: () => done(text('changed')),
  })
  const problems = usePasswordRules().problems({ current: null, next, again })
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) mutate()
  }
  const shown = (field: 'next' | 'again') => (tried ? problems[field] : undefined)
  return (
    <FormDialog
      title={text('change_title', { name: user.fullName })}
      text={text('change_text')}
      submit={text('change_password')}
      {...{ isPending, error, onClose }}
      onSubmit={submit}
    >
      {/* A password manager learns whose password it is. */}
      <input type="text" autoComplete="username" value={user.userName} readOnly hidden />
      <DialogField
        name="password"
        type="password"
        label={text('new_password')}
        value={next}
        onChange={(event) => setNext(event.target.value)}
        problem={shown('next') ?? fieldErrors(error).password}
        autoComplete="new-password"
        autoFocus
        required
      />
      <DialogField
        name="again"
        type="password"
        label={text('again')}
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        problem={shown('again')}
        autoComplete="new-password"
        required
      />
    </FormDialog>
  )
}

/** Sends a link to a new password. */
function Reset({ user, onClose }: ActProps) {
  const text = useTexts()
  const renew = useRenew('users')
  const handedOver = useHandedOver()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resetPassword(user.id),
    onSuccess: ({ email, messageId }) => {
      onClose()
      renew()
      void handedOver(messageId, email, text('reset_done', { email }))
    },
  })
  return (
    <FormDialog
      title={text('reset_title', { name: user.fullName })}
      text={text('reset_text', { email: user.email })}
      submit={text('reset_password')}
      danger
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    />
  )
}

const REASONED = {
  lock: { done: 'locked', call: (id: string, reason: string) => setLock(id, true, reason) },
  unlock: { done: 'unlocked', call: (id: string, reason: string) => setLock(id, false, reason) },
  restore: { done: 'restored', call: restoreUser },
} as const

/** Locks an account, opens it again or puts it back, for a reason. */
function Reasoned({ act, user, onClose }: ActProps & { act: keyof typeof REASONED }) {
  const text = useTexts()
  const done = useDone(onClose)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => REASONED[act].call(user.id, reason.trim()),
    onSuccess: () => done(text(REASONED[act].done)),
  })
  return (
    <FormDialog
      title={text(`${act}_title`, { name: user.fullName })}
      text={text(`${act}_text`)}
      submit={text(act)}
      danger={act === 'lock'}
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    >
      <DialogField
        name="reason"
        label={text('reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        problem={fieldErrors(error).reason}
        helperText={text('reason_hint')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        autoFocus
        required
      />
    </FormDialog>
  )
}

/** Removes an account. */
function Remove({ user, onClose }: ActProps) {
  const text = useTexts()
  const translate = useTranslate()
  const done = useDone(onClose)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeUser(user.id),
    onSuccess: () => done(translate('cardea.dialog.removed')),
  })
  return (
    <FormDialog
      title={text('remove_title', { name: user.fullName })}
      text={translate('cardea.dialog.remove')}
      submit={translate('ra.action.delete')}
      danger
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    />
  )
}

const DIALOGS = {
  important: Important,
  lock: (props: ActProps) => <Reasoned act="lock" {...props} />,
  password: Password,
  remove: Remove,
  reset: Reset,
  restore: (props: ActProps) => <Reasoned act="restore" {...props} />,
  unlock: (props: ActProps) => <Reasoned act="unlock" {...props} />,
}

/** The dialog of an act. */
export function Dialogs({ asked, ...rest }: ActProps & { asked: Asked }) {
  const Shown = DIALOGS[asked]
  return <Shown {...rest} />
}
