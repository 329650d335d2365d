import { useInput, ValidationError } from 'react-admin'
import { filled } from '../form/rules'
import { TenantField, useTenant, useTenantSearch } from './TenantField'

interface TenantInputProps {
  source: string
  label: string
  /** What is said where none is chosen. */
  need: string
}

/** The tenant of a form: searched on the server, and required. */
export function TenantInput({ source, label, need }: TenantInputProps) {
  const { field, fieldState, id } = useInput({ source, validate: filled(need) })
  const search = useTenantSearch()
  const named = useTenant(field.value)
  const chosen: string = field.value ?? ''
  return (
    <TenantField
      {...{ id, search, named }}
      value={chosen === '' ? null : (named.data ?? { id: chosen, name: chosen })}
      onChange={(tenant) => field.onChange(tenant?.id ?? '')}
      field={{
        label: `${label} *`,
        error: fieldState.invalid,
        helperText: fieldState.error?.message && (
          <ValidationError error={fieldState.error.message} />
        ),
      }}
    />
  )
}
