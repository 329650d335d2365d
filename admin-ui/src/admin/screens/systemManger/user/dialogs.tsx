import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { seal } from '../../../../shared/password'
import { usePasswordRules } from '../../../../shared/passwordRules'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { fieldErrors, useSay } from '../../../widgets/feedback/say'
import { LineInput } from '../../../widgets/form/dialogInputs'
import { DialogField, FormDialog } from '../../../widgets/form/FormDialog'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Asked, User } from './model'

interface ActProps {
  user: User
  onClose(): void
}

/** What a dialog does when its act succeeded: closes, and says so. */
function useDone(onClose: () => void) {
  const say = useSay()
  return (text: string) => {
    onClose()
    say.done(text)
  }
}

const IMPORTANT = ['userName', 'email', 'phone'] as const

/** Changes login name, e-mail and phone. */
function Important({ user, onClose }: ActProps) {
  const text = useText('users')
  const call = useCall()
  return (
    <RecordDialog
      resource="users"
      title={text('important_title', { name: user.fullName })}
      text={text('important_text')}
      record={user}
      fields={IMPORTANT}
      act={({ version, ...values }) => {
        const typed = IMPORTANT.map((field) => [field, String(values[field] ?? '')])
        const body = { version: Number(version), ...Object.fromEntries(typed) }
        return call('PUT /users/{id}/important', { path: { id: user.id }, body })
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
  const text = useText('users')
  const call = useCall()
  const done = useDone(onClose)
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      call('POST /users/{id}/password', {
        path: { id: user.id },
        body: { password: await seal(next) },
      }),
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
  const text = useText('users')
  const call = useCall()
  const handedOver = useHandedOver()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /users/{id}/password-reset', { path: { id: user.id } }),
    onSuccess: ({ email, messageId }) => {
      onClose()
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

const REASONED = { lock: 'locked', unlock: 'unlocked', restore: 'restored' } as const

/** Locks an account, opens it again or puts it back, for a reason. */
function Reasoned({ act, user, onClose }: ActProps & { act: keyof typeof REASONED }) {
  const text = useText('users')
  const call = useCall()
  const done = useDone(onClose)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(`POST /users/{id}/${act}`, { path: { id: user.id }, body: { reason: reason.trim() } }),
    onSuccess: () => done(text(REASONED[act])),
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
  const text = useText('users')
  const translate = useTranslate()
  const call = useCall()
  const done = useDone(onClose)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /users/{id}', { path: { id: user.id } }),
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
