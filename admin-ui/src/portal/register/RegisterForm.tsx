import { useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { usePasswordRules } from '../../shared/passwordRules'
import { forget } from '../../shared/session'
import { Button, Field, FormAlert, PasswordField } from '../../shared/shell'
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

/** What an invitation asks: everything of somebody new, position and remark of who has an account. */
export function RegisterForm({ invitationKey, invitation }: RegisterFormProps) {
  const { isUser } = invitation
  const rules = usePasswordRules()
  const { form, values, problems, alert, busy, bind } = useForm({
    begin: () => begin(invitation),
    check: (typed) => registerProblems(typed, isUser, rules.problems),
    send: async (typed) => finish(await register(invitationKey, typed, isUser), invitation),
  })
  /** What is shown and stays, of who has an account. */
  const kept = (name: RegisterField) => ({ name, value: values[name], readOnly: true })
  const own = (name: 'name' | 'username' | 'phone') =>
    isUser ? kept(name) : { ...bind(name), required: true }

  return (
    <form className={css.form} {...form}>
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
      <Field label={t('field.remark')} autoComplete="off" maxLength={1000} {...bind('remark')} />
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
      ? { key, positionId, remark: person.remark }
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
