import { type FormEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { CallError } from '../http'
import { t, useLocale } from '../i18n'
import { lastLoginName, type SignInAnswer, signIn } from '../session'
import { Avatar } from './Avatar'
import { type Captcha, countFailure, hasFailedOften, resetFailures, useCaptcha } from './captcha'
import { Button, Field, FormAlert, focusFirstError, HiddenUserName, PasswordField } from './Field'
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
  onDone: (answer: SignInAnswer, userName: string) => void
  /** The password has expired (27006) and must be replaced first. */
  onExpired: (userName: string) => void
}

type FieldName = 'userName' | 'password' | 'captcha'
type Values = Record<FieldName, string>

/** User name, password and, when needed, the picture captcha. */
export function PasswordForm(props: PasswordFormProps) {
  useLocale()
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha(hasFailedOften())
  const state = usePasswordSignIn(props, captcha, form)
  const { values, errors, set } = state
  const { account } = props

  return (
    <form ref={form} className={css.form} noValidate onSubmit={state.submit}>
      <FormAlert text={state.problem} />
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
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={!values.userName}
          value={values.userName}
          onChange={set('userName')}
          error={errors.userName}
        />
      )}
      <PasswordField
        label={t('field.password')}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={Boolean(account ?? values.userName)}
        value={values.password}
        onChange={set('password')}
        error={errors.password}
      />
      {captcha.needed && (
        <Suspense>
          <CaptchaField
            captcha={captcha}
            value={values.captcha}
            onChange={set('captcha')}
            error={errors.captcha}
          />
        </Suspense>
      )}
      <Button type="submit" kind="main" wide busy={state.busy}>
        {state.busy ? t('signIn.submitting') : props.submitLabel}
      </Button>
    </form>
  )
}

/** What is missing: every visible field, blank after trimming. */
function blanks(values: Values, captchaNeeded: boolean): Partial<Values> {
  const wanted: FieldName[] = [
    'userName',
    'password',
    ...(captchaNeeded ? ['captcha' as const] : []),
  ]
  const missing: Partial<Values> = {}
  for (const name of wanted) {
    if (values[name].trim() === '') {
      missing[name] = t('field.blank', { field: t(`field.${name}`) })
    }
  }
  return missing
}

function usePasswordSignIn(
  props: PasswordFormProps,
  captcha: Captcha,
  form: RefObject<HTMLFormElement | null>,
) {
  const showErrors = () => focusFirstError(form.current)

  const [values, setValues] = useState<Values>(() => ({
    userName: props.account ?? props.hint ?? lastLoginName(),
    password: '',
    captcha: '',
  }))
  const [errors, setErrors] = useState<Partial<Values>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const set = (name: FieldName) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }

  const refused = (error: unknown, userName: string) => {
    const call = error instanceof CallError ? error : null
    if (call?.code === '27006') return props.onExpired(userName)
    const many = call?.code === '701' && countFailure()
    const asked = (call?.data as { captchaRequired?: boolean } | null)?.captchaRequired === true
    if (captcha.needed || many || asked || call?.code === '21018') captcha.demand()
    setValues((before) => ({ ...before, captcha: '' }))
    const message = call?.message ?? t('error.unexpected')
    if (call?.code === '21018') {
      setErrors({ captcha: message })
      showErrors()
    } else {
      setProblem(message)
      setErrors(known(call?.errors))
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const missing = blanks(values, captcha.needed && !captcha.worked)
    setProblem('')
    setErrors(missing)
    if (Object.keys(missing).length > 0) return showErrors()
    const userName = values.userName.trim()
    sending.current = true
    setBusy(true)
    try {
      const { seal } = await import('../password')
      const answer = await signIn({
        userName,
        password: await seal(values.password),
        ...(captcha.needed && captcha.answer(values.captcha)),
        ...(props.returnTo && { returnTo: props.returnTo }),
      })
      resetFailures()
      props.onDone(answer, userName)
    } catch (error) {
      refused(error, userName)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { values, errors, problem, busy, set, submit }
}

/** The messages that belong to fields of this form. */
function known(errors: Record<string, string> = {}): Partial<Values> {
  const names: FieldName[] = ['userName', 'password', 'captcha']
  return Object.fromEntries(
    names.filter((name) => errors[name]).map((name) => [name, errors[name]]),
  )
}
