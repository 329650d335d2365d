import { lazy, Suspense } from 'react'
import { mayTakeFocus } from '../focus'
import { useForm } from '../form'
import { t, useLocale } from '../i18n'
import { lastLoginName, type SignInAnswer, signIn } from '../session'
import { Avatar } from './Avatar'
import { type Captcha, hasFailedOften, resetFailures, seeRefusal, useCaptcha } from './captcha'
import { Button, Field, FormAlert, HiddenUserName, PasswordField } from './Field'
import css from './shell.module.css'

/** Most people never meet it. */
const CaptchaField = lazy(() => import('./CaptchaField'))

interface PasswordFormProps {
  /** Given when the account is fixed, as in the re-validation modal. */
  account?: string
  returnTo?: string | undefined
  /** Who is likely to sign in; before whoever signed in last. */
  hint?: string | undefined
  submitLabel: string
  onDone: (answer: SignInAnswer, userName: string) => unknown
  /** The password has expired (27006) and must be replaced first. */
  onExpired: (userName: string) => void
}

type FieldName = 'userName' | 'password' | 'captcha'
type Values = Record<FieldName, string>

/** User name, password and, when needed, the picture captcha. */
export function PasswordForm(props: PasswordFormProps) {
  useLocale()
  const captcha = useCaptcha(hasFailedOften())
  const state = usePasswordSignIn(props, captcha)
  const { form, values, bind } = state
  const { account } = props

  return (
    <form className={css.form} {...form}>
      <FormAlert text={state.alert} />
      {account ? (
        <>
          <HiddenUserName value={account} />
          <p className={css.account}>
            <Avatar name={account} />
            {account}
          </p>
        </>
      ) : (
        <Field
          label={t('field.userName')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={!values.userName && mayTakeFocus()}
          {...bind('userName')}
          name="username"
        />
      )}
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        required
        autoFocus={Boolean(account ?? values.userName) && mayTakeFocus()}
        {...bind('password')}
      />
      {captcha.needed && (
        <Suspense>
          <CaptchaField captcha={captcha} {...bind('captcha')} />
        </Suspense>
      )}
      <Button type="submit" kind="main" wide busy={state.busy}>
        {state.busy ? t('signIn.submitting') : props.submitLabel}
      </Button>
    </form>
  )
}

/** Every visible field is wanted, blank after trimming or not. */
const blank = (values: Values, name: FieldName): string =>
  values[name].trim() ? '' : t('field.blank', { field: t(`field.${name}`) })

function usePasswordSignIn(props: PasswordFormProps, captcha: Captcha) {
  const own = useForm<FieldName>({
    begin: () => ({
      userName: props.account ?? props.hint ?? lastLoginName(),
      password: '',
      captcha: '',
    }),
    check: (values) => ({
      userName: blank(values, 'userName'),
      password: blank(values, 'password'),
      captcha: captcha.needed && !captcha.worked ? blank(values, 'captcha') : '',
    }),
    send: async (values) => {
      const userName = values.userName.trim()
      const { seal } = await import('../password')
      const input = {
        userName,
        password: await seal(values.password),
        ...(captcha.needed && captcha.answer(values.captcha)),
        ...(props.returnTo && { returnTo: props.returnTo }),
      }
      const answer = await signIn(input, Boolean(props.account))
      resetFailures()
      await props.onDone(answer, userName)
    },
    refused: (call): boolean => {
      if (call?.code !== '27006') return seeRefusal(captcha, own, call)
      props.onExpired(own.values.userName.trim())
      return true
    },
    again: 'password',
  })
  return own
}
