import { type FormEvent, useRef, useState } from 'react'
import { CallError, request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { usePasswordRules } from '../../shared/passwordRules'
import { forget } from '../../shared/session'
import { Button, Field, FormAlert, PasswordField } from '../../shared/shell'
import { focusFirstError } from '../../shared/shell/Field'
import { leaveNotice, remember } from '../../shared/storage'
import { navigate } from '../router'
import css from '../signIn/frame.module.css'
import { PositionField } from './PositionField'
import {
  begin,
  type Invitation,
  type RegisterField,
  type RegisterValues,
  registerProblems,
} from './rules'
import { t as say } from './texts'

interface RegisterFormProps {
  invitationKey: string
  invitation: Invitation
}

/** What an invitation asks: everything of somebody new, the position alone of who has an account. */
export function RegisterForm({ invitationKey, invitation }: RegisterFormProps) {
  const { isUser } = invitation
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const rules = usePasswordRules()
  const [values, setValues] = useState<RegisterValues>(() => begin(invitation))
  const [problems, setProblems] = useState<Partial<RegisterValues>>({})
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)

  const bind = (name: RegisterField) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
  })
  /** Of who has an account, it is shown and stays. */
  const own = (name: 'name' | 'username' | 'phone') =>
    isUser ? { name, value: values[name], readOnly: true } : { ...bind(name), required: true }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const found = registerProblems(values, isUser, rules.problems)
    setAlert('')
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstError(form.current)
    sending.current = true
    setBusy(true)
    try {
      finish(await register(invitationKey, values, isUser), invitation)
    } catch (error) {
      const call = error instanceof CallError ? error : null
      setAlert(call?.message ?? t('error.unexpected'))
      setProblems(call?.errors ?? {})
      focusFirstError(form.current)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <FormAlert text={alert} />
      <Field label={say('tenantName')} name="tenantName" value={invitation.tenantName} readOnly />
      <Field
        label={t('field.email')}
        name="email"
        type="email"
        autoComplete="email"
        value={invitation.email}
        readOnly
      />
      <Field label={t('field.fullName')} autoComplete="name" {...own('name')} />
      <Field
        label={t('field.userName')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...own('username')}
      />
      {!isUser && (
        <>
          <PasswordField
            label={t('field.password')}
            autoComplete="new-password"
            required
            hint={problems.password ? undefined : rules.message}
            {...bind('password')}
          />
          <PasswordField
            label={t('field.confirmPassword')}
            autoComplete="new-password"
            required
            {...bind('again')}
          />
        </>
      )}
      <PositionField positions={invitation.positionList} {...bind('positionId')} />
      <Field
        label={t('field.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        {...own('phone')}
      />
      {!isUser && (
        <Field label={t('field.remark')} autoComplete="off" maxLength={1000} {...bind('remark')} />
      )}
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? say('submitting') : say(isUser ? 'submitUser' : 'submitNew')}
      </Button>
    </form>
  )
}

async function register(
  key: string,
  values: RegisterValues,
  isUser: boolean,
): Promise<{ userName: string }> {
  const { positionId } = values
  const person = {
    name: values.name.trim(),
    username: values.username.trim(),
    phone: values.phone.trim(),
    remark: values.remark.trim(),
  }
  return request('/api/account/email/authorization', {
    method: 'POST',
    quiet: true,
    anonymous: true,
    json: isUser
      ? { key, positionId }
      : { key, positionId, ...person, password: await seal(values.password) },
  })
}

/** To the sign-in with the name filled in, or on with the session that there is. */
function finish({ userName }: { userName: string }, { signedIn }: Invitation): void {
  if (signedIn?.invited) {
    // Tenants and systems are others now.
    forget()
    navigate('/softIndex', { replace: true })
    return
  }
  remember('loginName', userName)
  leaveNotice('register.done')
  navigate('/signIn/index', { replace: true })
}
