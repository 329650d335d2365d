import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { t } from '../i18n'
import css from './field.module.css'
import { Icon } from './Icon'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  /** Shown below and read with the field; the field is marked invalid. */
  error?: string | undefined
  hint?: string | undefined
  onChange?: (value: string) => void
  /** Stands after the input, inside its frame. */
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled text input with its hint and error. */
export function Field({ label, error, hint, onChange, trailing, className, ...input }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.frame}>
        <input
          {...input}
          id={id}
          className={className ? `${css.input} ${className}` : css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {trailing}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A password input: paste is welcome, the text can be shown, Caps Lock is told. */
export function PasswordField({ hint, ...field }: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  return (
    <Field
      {...field}
      hint={caps ? t('password.capsLock') : hint}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      onBlur={() => setCaps(false)}
      trailing={
        <button
          type="button"
          className={css.inner}
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} size={18} />
        </button>
      }
    />
  )
}

/** The user name that belongs to a password form, for password managers; nobody sees it. */
export function HiddenUserName({ value }: { value: string }) {
  return (
    <input
      className={css.hidden}
      type="text"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

/** A message about a whole form. Always in the page, so that its change is read out. */
export function FormAlert({
  text,
  tone = 'danger',
}: {
  text: string
  tone?: 'danger' | 'success'
}) {
  return (
    <div className={css.live} role={tone === 'danger' ? 'alert' : 'status'}>
      {text && (
        <p className={`${css.alert} ${css[tone]}`}>
          <Icon name={tone === 'danger' ? 'alert' : 'check'} size={18} />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

interface ButtonProps {
  children: ReactNode
  kind?: 'main' | 'plain'
  type?: 'button' | 'submit'
  wide?: boolean
  /** Work is under way: the button stays usable and says so. */
  busy?: boolean
  /** The accessible name, where what it shows is not enough; it begins with what is shown. */
  label?: string
  onClick?: () => void
}

/** The two kinds of button. Never disabled: a form that cannot be sent says why. */
export function Button({ children, kind = 'plain', type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`${css.button} ${css[kind]} ${rest.wide ? css.wide : ''}`}
      aria-busy={rest.busy || undefined}
      aria-label={rest.label}
      onClick={rest.onClick}
    >
      {children}
    </button>
  )
}
