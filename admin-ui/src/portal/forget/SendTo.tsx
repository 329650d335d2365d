import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { CallError, request } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { Button, Field, FormAlert } from '../../shared/shell'
import { useCaptcha } from '../../shared/shell/captcha'
import { t as codeSays } from '../../shared/shell/codeTexts'
import { focusFirstError } from '../../shared/shell/Field'
import { phoneProblem } from '../../shared/shell/useCodes'
import css from '../signIn/frame.module.css'
import { t } from './texts'

const CaptchaField = lazy(() => import('../../shared/shell/CaptchaField'))

/** The generic pattern for e-mail (specification, portal and sign-in, section 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function emailProblem(email: string): string {
  if (email.trim() === '') return say('field.blank', { field: say('field.email') })
  return EMAIL.test(email.trim()) ? '' : say('field.emailWrong')
}

const WAYS = {
  email: {
    path: '/api/account/forget/email/find',
    problem: emailProblem,
    label: () => say('field.email'),
    text: () => t('emailText'),
    submit: () => t('sendLink'),
    sent: () => t('linkSent'),
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  },
  phone: {
    path: '/api/account/forget/phone/find',
    problem: phoneProblem,
    label: () => say('field.phone'),
    text: () => t('nameText'),
    submit: () => t('sendName'),
    sent: () => t('nameSent'),
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
} as const

/** Sends a link to a mailbox, or the user name to a phone. What is said after is the same for all. */
export function SendTo({ what }: { what: keyof typeof WAYS }) {
  const way = WAYS[what]
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const captcha = useCaptcha()
  const [value, setValue] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [captchaProblem, setCaptchaProblem] = useState('')
  const [alert, setAlert] = useState('')
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)

  const refused = (error: unknown) => {
    const call = error instanceof CallError ? error : null
    const message = call?.message ?? say('error.unexpected')
    if (call?.code === '21018') {
      if (captcha.needed) setCaptchaProblem(message)
      else setAlert(message)
      captcha.demand()
    } else {
      setProblem(call?.errors[what] ?? '')
      setAlert(message)
      if (captcha.needed) captcha.refresh()
    }
    focusFirstError(form.current)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const unread = captcha.needed && !captcha.worked && typed.trim() === ''
    setAlert('')
    setSent(false)
    setProblem(way.problem(value))
    setCaptchaProblem(unread ? codeSays('captchaBlank') : '')
    if (way.problem(value) || unread) return focusFirstError(form.current)
    sending.current = true
    setBusy(true)
    try {
      const answer = captcha.needed ? captcha.answer(typed) : {}
      await request(way.path, {
        method: 'POST',
        quiet: true,
        anonymous: true,
        json: { [what]: value.trim(), ...answer },
      })
      setSent(true)
      if (captcha.needed) captcha.refresh()
    } catch (error) {
      refused(error)
    } finally {
      setTyped('')
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <FormAlert text={alert} />
      <FormAlert tone="success" text={sent ? way.sent() : ''} />
      <Field
        label={way.label()}
        name={what}
        {...way.input}
        required
        hint={problem ? undefined : way.text()}
        value={value}
        onChange={(next) => {
          setValue(next)
          setProblem('')
        }}
        error={problem || undefined}
      />
      {captcha.needed && (
        <Suspense>
          <CaptchaField
            captcha={captcha}
            value={typed}
            onChange={setTyped}
            error={captchaProblem || undefined}
          />
        </Suspense>
      )}
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('sendingNow') : way.submit()}
      </Button>
    </form>
  )
}
