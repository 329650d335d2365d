import { useForm } from '../../shared/form'
import { t as say } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { usePasswordRules } from '../../shared/passwordRules'
import { Button, FormAlert, PasswordField } from '../../shared/shell'
import { CodeField } from '../../shared/shell/CodeField'
import { HiddenUserName } from '../../shared/shell/Field'
import { type Codes, codeProblem } from '../../shared/shell/useCodes'
import { leaveNotice } from '../../shared/storage'
import { navigate } from '../router'
import css from '../signIn/frame.module.css'
import { t } from './texts'

interface NewPasswordProps {
  userName: string
  /** Given where a code by SMS is asked for, before the password. */
  codes?: Codes
  /** Sends the sealed password, twice, and the code; throws `CallError`. */
  send: (sealed: { password: string; rePassword: string }, code: string) => Promise<void>
  /** Where to go when it is done. */
  back: string
}

/** The new password, twice, and what goes before it. */
export function NewPassword({ userName, codes, send, back }: NewPasswordProps) {
  const rules = usePasswordRules()
  const { form, problems, alert, busy, bind } = useForm({
    begin: { code: '', next: '', again: '' },
    check: ({ code, next, again }) => ({
      code: codes ? codeProblem(code) : '',
      ...rules.problems({ current: null, next, again }),
    }),
    send: async ({ code, next, again }) => {
      const [password, rePassword] = await Promise.all([seal(next), seal(again)])
      await send({ password, rePassword }, code)
      leaveNotice('password.recovered')
      navigate(back, { replace: true })
    },
    served: ({ authCode, password, rePassword }) => ({
      code: authCode,
      next: password,
      again: rePassword,
    }),
  })

  return (
    <form className={css.form} {...form}>
      <HiddenUserName value={userName} />
      <FormAlert text={alert} />
      {codes && <CodeField codes={codes} ready {...bind('code')} />}
      <PasswordField
        label={say('field.newPassword')}
        autoComplete="new-password"
        required
        hint={problems.next ? undefined : rules.message}
        {...bind('next')}
        name="new-password"
      />
      <PasswordField
        label={say('field.confirmPassword')}
        autoComplete="new-password"
        required
        {...bind('again')}
        name="new-password-again"
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
