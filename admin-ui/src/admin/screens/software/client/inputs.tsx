import { BooleanInput, NumberInput, SelectInput, TextInput, type Validator } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import styles from '../../../widgets/form/RecordForm.module.css'
import own from './client.module.css'

/** What every input says of its member: label and helper text. */
export function useField(source: string, otherwise?: string) {
  const text = useText('clients')
  const help = text(`help.${source}`, { _: otherwise ? text(otherwise) : '' })
  return { source, label: text(`fields.${source}`), helperText: help || false } as const
}

interface FieldProps {
  source: string
}

/** A single line. */
export function Line({ source, validate }: FieldProps & { validate?: Validator }) {
  return <TextInput {...useField(source)} {...(validate ? { validate } : {})} autoComplete="off" />
}

/** An address: https, or http on loopback. The server says what is wrong with one. */
export function Address({ source }: FieldProps) {
  return <TextInput {...useField(source)} type="url" inputMode="url" autoComplete="off" />
}

const asLines = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')
const ofLines = (text: string) => (text === '' ? [] : text.split('\n'))

/** A list, one entry a line. */
export function Lines({ source }: FieldProps) {
  const field = useField(source, 'lines_help')
  return (
    <TextInput
      {...field}
      className={`${styles.wide} ${own.code}`}
      multiline
      minRows={2}
      maxRows={10}
      format={asLines}
      parse={ofLines}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

const asWords = (text: string) => text.replaceAll('\n', ' ')

/** Words with spaces between them: one value, which is seen whole however long it is. */
export function Words({ source }: FieldProps) {
  return (
    <TextInput
      {...useField(source)}
      className={`${styles.wide} ${own.code}`}
      multiline
      parse={asWords}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** Yes or no. */
export function Flag({ source }: FieldProps) {
  return <BooleanInput {...useField(source)} />
}

/** A number of seconds. */
export function Seconds({ source }: FieldProps) {
  return <NumberInput {...useField(source, 'seconds_help')} min={0} step={1} />
}

interface ChoiceProps extends FieldProps {
  /** Values; their texts have the same names. */
  of: readonly string[]
}

/** One of a few. */
export function Choice({ source, of }: ChoiceProps) {
  const text = useText('clients')
  const choices = of.map((id) => ({ id, name: text(id) }))
  return <SelectInput {...useField(source)} choices={choices} translateChoice={false} required />
}

const ALGS = ['ES256', 'RS256', 'PS256', 'EdDSA'].map((id) => ({ id, name: id }))

/** What none means is read in the field, and not only where one chooses. */
const EMPTY_SHOWN = { select: { displayEmpty: true }, inputLabel: { shrink: true } }

/** A signature algorithm; `empty` is what none means. */
export function Algorithm({ source, empty }: FieldProps & { empty?: string }) {
  const text = useText('clients')
  return (
    <SelectInput
      {...useField(source)}
      choices={ALGS}
      translateChoice={false}
      {...(empty ? { emptyText: text(empty), slotProps: EMPTY_SHOWN } : { required: true })}
    />
  )
}

const asJson = (value: unknown) =>
  typeof value === 'string' ? value : value ? JSON.stringify(value, null, 2) : ''

/** The object that a text of a form stands for; nothing where it is none. */
export function objectOf(text: unknown): object | undefined {
  if (typeof text !== 'string') return (text ?? undefined) as object | undefined
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A JSON object. */
export function Json({ source }: FieldProps) {
  const text = useText('clients')
  const wrong = text('jwks_wrong')
  const validate = (value: unknown) => (!value || objectOf(value) ? undefined : wrong)
  return (
    <TextInput
      {...useField(source)}
      className={`${styles.wide} ${own.code}`}
      multiline
      minRows={3}
      maxRows={16}
      format={asJson}
      validate={validate}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
