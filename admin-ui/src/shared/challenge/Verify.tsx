import { useEffect, useRef, useState } from 'react'
import { sentence, useForm, useWork } from '../form'
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
  const work = useWork<true>()

  const run = (prove: () => Promise<unknown>) =>
    work.run(true, async () => {
      setProblem('')
      try {
        onDone(await prove())
        return true
      } catch (error) {
        if (error instanceof CallError && error.code === '20014') onOver(error)
        else setProblem(sentence(error))
        return false
      }
    })
  const busy = work.busy === true
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
  /** Answers whether it is proved. */
  run: (prove: () => Promise<unknown>) => Promise<boolean | undefined>
}

/** A code or the password, typed. */
function TypedProof({ way, busy, proofs, run }: TypedProofProps) {
  const label = way === 'password' ? common('field.password') : t(`${way}Code`)
  const { form, bind } = useForm({
    begin: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() ? '' : t('codeBlank', { field: label }) }),
    send: async ({ typed }) => {
      const prove = () =>
        way === 'password'
          ? (proofs.password?.(typed) ?? Promise.reject(new Error('no password here')))
          : proofs.code(way, typed.trim())
      if (!(await run(prove))) form.ref.current?.querySelector('input')?.select()
    },
  })
  const shared = { label, required: true, autoFocus: true, ...bind('typed') }
  return (
    <form className={css.stack} {...form}>
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
