import { seal } from '../../../../shared/password'
import { usePasswordRules } from '../../../../shared/passwordRules'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { LineInput, ReasonInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import { text as trimmed } from '../../../widgets/form/rules'
import type { Asked, User } from './model'

interface ActProps {
  user: User
  onClose(): void
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
  const rules = usePasswordRules()
  const obeys = (field: 'next' | 'again') => (_: unknown, typed: Record<string, string>) =>
    rules.problems({ current: null, next: typed.password ?? '', again: typed.again ?? '' })[field]
  const secret = { type: 'password', autoComplete: 'new-password', isRequired: true } as const
  return (
    <FormDialog
      resource="users"
      title={text('change_title', { name: user.fullName })}
      text={text('change_text')}
      submit={text('change_password')}
      fields={['password']}
      act={async ({ password }) =>
        call('POST /users/{id}/password', {
          path: { id: user.id },
          body: { password: await seal(String(password)) },
        })
      }
      done={() => text('changed')}
      onClose={onClose}
    >
      {/* A password manager learns whose password it is. */}
      <input type="text" autoComplete="username" value={user.userName} readOnly hidden />
      <LineInput
        source="password"
        label={text('new_password')}
        validate={obeys('next')}
        autoFocus
        {...secret}
      />
      <LineInput source="again" label={text('again')} validate={obeys('again')} {...secret} />
    </FormDialog>
  )
}

/** Sends a link to a new password. */
function Reset({ user, onClose }: ActProps) {
  const text = useText('users')
  const call = useCall()
  const handedOver = useHandedOver()
  return (
    <FormDialog
      resource="users"
      title={text('reset_title', { name: user.fullName })}
      text={text('reset_text', { email: user.email })}
      submit={text('reset_password')}
      danger
      act={() => call('POST /users/{id}/password-reset', { path: { id: user.id } })}
      done={({ email, messageId }) => {
        void handedOver(messageId, email, text('reset_done', { email }))
        return undefined
      }}
      onClose={onClose}
    />
  )
}

const REASONED = { lock: 'locked', unlock: 'unlocked', restore: 'restored' } as const

/** Locks an account, opens it again or puts it back, for a reason. */
function Reasoned({ act, user, onClose }: ActProps & { act: keyof typeof REASONED }) {
  const text = useText('users')
  const call = useCall()
  return (
    <FormDialog
      resource="users"
      title={text(`${act}_title`, { name: user.fullName })}
      text={text(`${act}_text`)}
      submit={text(act)}
      danger={act === 'lock'}
      fields={['reason']}
      act={({ reason }) =>
        call(`POST /users/{id}/${act}`, {
          path: { id: user.id },
          body: { reason: trimmed(reason) },
        })
      }
      done={() => text(REASONED[act])}
      onClose={onClose}
    >
      <ReasonInput label={text('reason')} helperText={text('reason_hint')} />
    </FormDialog>
  )
}

/** Removes the second factors. */
function Factors({ user, onClose }: ActProps) {
  const text = useText('users')
  const call = useCall()
  return (
    <FormDialog
      resource="users"
      title={text('factors.reset_title', { name: user.fullName })}
      text={text('factors.reset_text')}
      submit={text('factors.reset')}
      danger
      fields={['reason']}
      act={({ reason }) =>
        call('POST /users/{id}/factors/reset', {
          path: { id: user.id },
          body: { reason: trimmed(reason) },
        })
      }
      done={() => text('factors.was_reset')}
      onClose={onClose}
    >
      <ReasonInput
        label={text('factors.reason')}
        helperText={text('factors.reason_hint')}
        need={text('factors.reason_missing')}
      />
    </FormDialog>
  )
}

const DIALOGS = {
  factors: Factors,
  important: Important,
  lock: (props: ActProps) => <Reasoned act="lock" {...props} />,
  password: Password,
  reset: Reset,
  restore: (props: ActProps) => <Reasoned act="restore" {...props} />,
  unlock: (props: ActProps) => <Reasoned act="unlock" {...props} />,
}

/** The dialog of an act. */
export function Dialogs({ asked, ...rest }: ActProps & { asked: Asked }) {
  const Shown = DIALOGS[asked]
  return <Shown {...rest} />
}
