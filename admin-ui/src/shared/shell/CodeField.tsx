import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../focus'
import { useLocale } from '../i18n'
import css from './code.module.css'
import { t } from './codeTexts'
import { Field, FormAlert } from './Field'
import { type Codes, digits } from './useCodes'

const CaptchaField = lazy(() => import('./CaptchaField'))

interface CodeFieldProps {
  codes: Codes
  /** Whether a code can be asked for: the phone or the user name is valid. */
  ready: boolean
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Where it is no code by SMS. */
  label?: string
  /** What is said once a code was sent, and another has to wait. */
  sent?: (seconds: number) => string
}

/** The code with its button, the countdown, and the captcha once the server asks for one. */
export function CodeField({ codes, ready, value, onChange, error, ...texts }: CodeFieldProps) {
  useLocale()
  const { captcha, left, busy, sent } = codes
  const waiting = left > 0
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The button that was pressed rests now, and what comes next is the code.
  useEffect(() => {
    const idle = isFocusLost() || document.activeElement === button.current
    if (sent > 0 && idle) field.current?.focus()
  }, [sent])
  return (
    <>
      <FormAlert text={codes.problem} />
      {captcha.needed && !waiting && (
        <Suspense>
          <CaptchaField
            captcha={captcha}
            value={codes.typed}
            onChange={codes.setTyped}
            error={codes.captchaError}
          />
        </Suspense>
      )}
      <Field
        ref={field}
        label={texts.label ?? t('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={value}
        onChange={(typed) => onChange(digits(typed))}
        error={error}
        trailing={
          <button
            ref={button}
            type="button"
            className={css.send}
            disabled={!ready || waiting}
            aria-busy={busy || undefined}
            onClick={codes.send}
          >
            {busy && t('sending')}
            {!busy && waiting && t('wait', { seconds: left })}
            {!busy && !waiting && t(sent > 0 ? 'again' : 'send')}
          </button>
        }
      />
      <Heard codes={codes} text={texts.sent ?? ((seconds) => t('sent', { seconds }))} />
    </>
  )
}

interface HeardProps {
  codes: Codes
  text: (seconds: number) => string
}

/** Says what the countdown shows, twice and not sixty times. */
function Heard({ codes: { sent, left, wait }, text }: HeardProps) {
  const [said, setSaid] = useState('')
  const over = left === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said when that changes, not with each drawing.
  useEffect(() => {
    if (sent > 0) setSaid(over ? t('ready') : text(wait))
  }, [sent, over])
  return (
    <p className={over ? css.heard : css.said} role="status">
      {said}
    </p>
  )
}
