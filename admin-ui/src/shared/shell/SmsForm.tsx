import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../http'
import { t as say, useLocale } from '../i18n'
import type { SignInAnswer } from '../session'
import { CodeField } from './CodeField'
import { t } from './codeTexts'
import { Button, Field, FormAlert, focusFirstError } from './Field'
import css from './shell.module.css'
import { signInByPhone } from './signInByPhone'
import { phoneProblem, useCodes } from './useCodes'

interface SmsFormProps {
  /** Given when the account is fixed, as in the re-validation modal: its phone is asked for. */
  account?: string
  returnTo?: string | undefined
  submitLabel?: string
  onDone: (answer: SignInAnswer, userName: string) => void
}

interface Problems {
  phone?: string
  code?: string
}

/** Phone and code by SMS. */
export default function SmsForm({ account, returnTo, submitLabel, onDone }: SmsFormProps) {
  useLocale()
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)
  const codes = useCodes('/api/sys/login/sendAuthCode', { phone: phone.trim() })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const wrong = phoneProblem(phone)
    const found = { ...(wrong && { phone: wrong }), ...(!code && { code: t('codeBlank') }) }
    setAlert('')
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstError(form.current)
    sending.current = true
    setBusy(true)
    try {
      const { answer, userName } = await signInByPhone({
        phone: phone.trim(),
        phoneCaptcha: code,
        ...(account && { userName: account }),
        ...(returnTo && { returnTo }),
      })
      onDone(answer, userName)
    } catch (error) {
      const call = error instanceof CallError ? error : null
      setAlert(call?.message ?? say('error.unexpected'))
      const { phone: atPhone, phoneCaptcha: atCode } = call?.errors ?? {}
      setProblems({ ...(atPhone && { phone: atPhone }), ...(atCode && { code: atCode }) })
      form.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <FormAlert text={alert} />
      <Field
        label={say('field.phone')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        autoFocus={!account}
        hint={account ? t('phoneOf') : undefined}
        value={phone}
        onChange={(value) => {
          setPhone(value)
          setProblems(({ phone: _, ...others }) => others)
        }}
        error={problems.phone}
      />
      <CodeField
        codes={codes}
        ready={phoneProblem(phone) === ''}
        value={code}
        onChange={(value) => {
          setCode(value)
          setProblems(({ code: _, ...others }) => others)
        }}
        error={problems.code}
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('signingIn') : (submitLabel ?? t('signIn'))}
      </Button>
    </form>
  )
}
