import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallError, type FieldErrors } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { usePasswordRules } from '../../shared/passwordRules'
import { Button, FormAlert, PasswordField } from '../../shared/shell'
import { focusFirstError, HiddenUserName } from '../../shared/shell/Field'
import { leaveNotice } from '../../shared/storage'
import { navigate } from '../router'
import css from '../signIn/frame.module.css'
import { t } from './texts'

interface NewPasswordProps {
  userName: string
  /** Fields before the password. */
  children?: ReactNode
  /** What is wrong with those; empty when the form may be sent. */
  problems?: () => FieldErrors
  /** Shows what is wrong with them. */
  onProblems?: (problems: FieldErrors) => void
  /** Sends the sealed password, twice; throws `CallError`. */
  send: (sealed: { password: string; rePassword: string }) => Promise<void>
  /** Where to go when it is done. */
  back: string
}

/** The new password, twice, and what goes before it. */
export function NewPassword(props: NewPasswordProps) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const rules = usePasswordRules()
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [found, setFound] = useState<{ next?: string; again?: string }>({})
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const mine = rules.problems({ current: null, next, again })
    const before = props.problems?.() ?? {}
    setAlert('')
    setFound(mine)
    props.onProblems?.(before)
    if (Object.keys(mine).length + Object.keys(before).length > 0) {
      return focusFirstError(form.current)
    }
    sending.current = true
    setBusy(true)
    try {
      const [password, rePassword] = await Promise.all([seal(next), seal(again)])
      await props.send({ password, rePassword })
      leaveNotice('password.recovered')
      navigate(props.back, { replace: true })
    } catch (error) {
      const call = error instanceof CallError ? error : null
      const errors = call?.errors ?? {}
      setAlert(call?.message ?? say('error.unexpected'))
      setFound({
        ...(errors.password && { next: errors.password }),
        ...(errors.rePassword && { again: errors.rePassword }),
      })
      props.onProblems?.(errors)
      focusFirstError(form.current)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <HiddenUserName value={props.userName} />
      <FormAlert text={alert} />
      {props.children}
      <PasswordField
        label={say('field.newPassword')}
        name="new-password"
        autoComplete="new-password"
        required
        hint={found.next ? undefined : rules.message}
        value={next}
        onChange={(value) => {
          setNext(value)
          setFound(({ next: _, ...others }) => others)
        }}
        error={found.next}
      />
      <PasswordField
        label={say('field.confirmPassword')}
        name="new-password-again"
        autoComplete="new-password"
        required
        value={again}
        onChange={(value) => {
          setAgain(value)
          setFound(({ again: _, ...others }) => others)
        }}
        error={found.again}
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
