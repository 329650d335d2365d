import { mayTakeFocus } from '../focus'
import { useForm } from '../form'
import { t as say, useLocale } from '../i18n'
import type { SignInAnswer } from '../session'
import { CodeField } from './CodeField'
import { t } from './codeTexts'
import { Button, Field, FormAlert } from './Field'
import css from './shell.module.css'
import { signInByPhone } from './signInByPhone'
import { codeProblem, phoneProblem, useCodes } from './useCodes'

interface SmsFormProps {
  /** Given when the account is fixed, as in the re-validation modal: its phone is asked for. */
  account?: string
  returnTo?: string | undefined
  submitLabel?: string
  onDone: (answer: SignInAnswer, userName: string) => unknown
}

/** Phone and code by SMS. */
export default function SmsForm({ account, returnTo, submitLabel, onDone }: SmsFormProps) {
  useLocale()
  const { form, values, alert, busy, bind } = useForm({
    begin: { phone: '', code: '' },
    check: ({ phone, code }) => ({
      phone: phoneProblem(phone),
      code: codeProblem(code),
    }),
    send: async ({ phone, code }) => {
      const { answer, userName } = await signInByPhone({
        phone: phone.trim(),
        phoneCaptcha: code,
        ...(account && { userName: account }),
        ...(returnTo && { returnTo }),
      })
      await onDone(answer, userName)
    },
    served: ({ phone, phoneCaptcha }) => ({ phone, code: phoneCaptcha }),
    again: 'code',
  })
  const codes = useCodes('/api/sys/login/sendAuthCode', { phone: values.phone.trim() })

  return (
    <form className={css.form} {...form}>
      <FormAlert text={alert} />
      <Field
        label={say('field.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        autoFocus={!account && mayTakeFocus()}
        hint={account ? t('phoneOf') : undefined}
        {...bind('phone')}
      />
      <CodeField codes={codes} ready={phoneProblem(values.phone) === ''} {...bind('code')} />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('signingIn') : (submitLabel ?? t('signIn'))}
      </Button>
    </form>
  )
}
