/** The inputs of a record's dialog. Each has the label that the dialog gave its field. */
import TextField from '@mui/material/TextField'
import { TextInput, type TextInputProps, useInput, useLocaleState } from 'react-admin'
import { type Choice, ChoiceField } from './choices'
import { useLabel } from './labels'
import wide from './RecordForm.module.css'
import { filled, positive } from './rules'

interface LineInputProps extends TextInputProps {
  /** What is said where nothing is typed; without it the line may stay empty. */
  need?: string
  /** As wide as the dialog. */
  isWide?: boolean
}

/** A line, or several, to type in. */
export function LineInput({ need, isWide = false, ...rest }: LineInputProps) {
  const label = useLabel(rest.source)
  return (
    <TextInput
      label={label}
      {...(need ? { validate: filled(need), isRequired: true } : {})}
      {...(isWide ? { className: wide.wide ?? '' } : {})}
      {...rest}
    />
  )
}

interface ReasonInputProps {
  label: string
  helperText: string
  need?: string
}

/** Why something is done. */
export function ReasonInput(props: ReasonInputProps) {
  return (
    <LineInput
      source="reason"
      {...props}
      slotProps={{ htmlInput: { maxLength: 200 } }}
      autoComplete="off"
      isRequired
      autoFocus
    />
  )
}

/** The place of a record among others. */
export function SortInput({ need }: { need: string }) {
  return (
    <LineInput
      source="sort"
      validate={positive(need)}
      isRequired
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}

/** The field of a name in the language that the reader does not use. */
export function useOtherName(source: string): string {
  const [locale] = useLocaleState()
  return `${source}${locale === 'en' ? 'Zh' : 'En'}`
}

interface ChoiceInputProps {
  source: string
  /** What it is called, if not as a field of the record. */
  label?: string
  choices: Choice[]
  /** The server says what is missing. */
  required?: boolean
}

/** One of some choices. */
export function ChoiceInput({ source, label, choices, required = false }: ChoiceInputProps) {
  const own = useLabel(source)
  const { field, fieldState } = useInput({ source })
  return (
    <ChoiceField
      name={source}
      {...{ choices, required }}
      label={label ?? own}
      value={field.value ?? ''}
      onChange={field.onChange}
      problem={fieldState.error?.message}
    />
  )
}

interface FixedProps {
  label: string
  value: string
  isWide?: boolean
}

/** What is only shown. */
export function Fixed({ label, value, isWide = false }: FixedProps) {
  return (
    <TextField
      label={label}
      value={value}
      slotProps={{ htmlInput: { readOnly: true } }}
      className={(isWide && wide.wide) || ''}
    />
  )
}
