import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallError, type FieldErrors } from '../http'
import { t } from '../i18n'
import type { PasswordChange } from '../newPassword'
import { usePasswordRules } from '../passwordRules'
import { FormAlert, focusFirstError, HiddenUserName, PasswordField } from './Field'

interface PasswordChangeFormProps {
  userName: string
  /** The buttons; one of them submits. */
  actions: (busy: boolean) => ReactNode
  /** Sends the change; throws `CallError`. */
  send: (current: string, next: string) => Promise<void>
  className?: string | undefined
}

type Problems = Partial<Record<keyof PasswordChange, string>>

/** The server names its fields differently from the form. */
const fromServer = (errors: FieldErrors): Problems => ({
  ...(errors.password && { current: errors.password }),
  ...(errors.newPassword && { next: errors.newPassword }),
})

/** Current password, new one, new one again. Enter submits. */
export function PasswordChangeForm({
  userName,
  actions,
  send,
  className,
}: PasswordChangeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const rules = usePasswordRules()
  const [values, setValues] = useState({ current: '', next: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)

  const set = (name: keyof PasswordChange) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _, ...others }) => others)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const found = rules.problems(values)
    setAlert('')
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstError(form.current)
    sending.current = true
    setBusy(true)
    try {
      await send(values.current, values.next)
    } catch (error) {
      const call = error instanceof CallError ? error : null
      setAlert(call?.message ?? t('error.unexpected'))
      setProblems(fromServer(call?.errors ?? {}))
      focusFirstError(form.current)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={submit}>
      <HiddenUserName value={userName} />
      <FormAlert text={alert} />
      <PasswordField
        label={t('field.currentPassword')}
        autoComplete="current-password"
        required
        value={values.current}
        onChange={set('current')}
        error={problems.current}
      />
      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        required
        hint={problems.next ? undefined : rules.message}
        value={values.next}
        onChange={set('next')}
        error={problems.next}
      />
      <PasswordField
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        required
        value={values.again}
        onChange={set('again')}
        error={problems.again}
      />
      {actions(busy)}
    </form>
  )
}
