import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../http'
import { t as common } from '../i18n'
import { Button, Field, FormAlert, PasswordField } from '../shell/Field'
import css from './challenge.module.css'
import { passkeysWork } from './passkey'
import { t } from './texts'
import type { Proofs, Way } from './types'

interface VerifyProps {
  ways: readonly Way[]
  text: string
  proofs: Proofs
  onDone: (answer: unknown) => void
  /** The step is over: nothing that could be typed here would help. */
  onOver: (error: CallError) => void
}

/** Proves something in one of several ways. */
export function Verify({ ways, text, proofs, onDone, onOver }: VerifyProps) {
  const possible = ways.filter((way) => way !== 'passkey' || ways.length === 1 || passkeysWork())
  const [way, setWay] = useState<Way>(possible[0] ?? 'totp')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  const run = async (prove: () => Promise<unknown>) => {
    if (sending.current) return false
    sending.current = true
    setBusy(true)
    setProblem('')
    try {
      onDone(await prove())
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === '20014') onOver(error)
      else setProblem(error instanceof CallError ? error.message : common('error.unexpected'))
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const shared = { busy, run, proofs }
  return (
    <div className={css.stack}>
      <p className={css.soft}>{text}</p>
      <FormAlert text={problem} />
      {way === 'passkey' && <PasskeyProof busy={busy} onUse={() => void run(proofs.passkey)} />}
      {way !== 'passkey' && <TypedProof key={way} way={way} {...shared} />}
      {possible.length > 1 && (
        <ul className={css.others} aria-label={t('otherWays')}>
          {possible
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <button
                  type="button"
                  className={css.link}
                  onClick={() => {
                    setProblem('')
                    setWay(other)
                  }}
                >
                  {t(`way.${other}`)}
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

/** The button that asks for a passkey; it has the focus, as there is nothing to type. */
function PasskeyProof({ busy, onUse }: { busy: boolean; onUse: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the dialog has opened, which puts the focus on its cross.
    const frame = requestAnimationFrame(() => place.current?.querySelector('button')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={place} className={css.stack}>
      <p>{t('passkeyText')}</p>
      <Button kind="main" wide busy={busy} onClick={onUse}>
        {busy ? t('verifying') : t('usePasskey')}
      </Button>
    </div>
  )
}

interface TypedProofProps {
  way: Exclude<Way, 'passkey'>
  busy: boolean
  proofs: Proofs
  run: (prove: () => Promise<unknown>) => Promise<boolean>
}

/** A code or the password, typed. */
function TypedProof({ way, busy, proofs, run }: TypedProofProps) {
  const [value, setValue] = useState('')
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const label = way === 'password' ? common('field.password') : t(`${way}Code`)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = value.trim()
    const input = form.current?.querySelector('input')
    if (typed === '') {
      setError(t('codeBlank', { field: label }))
      return input?.focus()
    }
    const prove = () =>
      way === 'password'
        ? (proofs.password?.(value) ?? Promise.reject(new Error('no password here')))
        : proofs.code(way, typed)
    if (!(await run(prove))) input?.select()
  }
  const shared = {
    label,
    required: true,
    autoFocus: true,
    value,
    error: error || undefined,
    onChange: (next: string) => {
      setError('')
      setValue(next)
    },
  }
  return (
    <form ref={form} className={css.stack} noValidate onSubmit={submit}>
      {way === 'password' && (
        <PasswordField {...shared} name="password" autoComplete="current-password" />
      )}
      {way === 'totp' && (
        <Field
          {...shared}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          hint={t('totpHint')}
        />
      )}
      {way === 'recovery' && (
        <Field
          {...shared}
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
          hint={t('recoveryHint')}
        />
      )}
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('verifying') : t('verify')}
      </Button>
    </form>
  )
}
