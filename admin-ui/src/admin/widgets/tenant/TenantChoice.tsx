import { useTranslate } from 'react-admin'
import { TenantField, useTenant, useTenantSearch } from './TenantField'

interface TenantChoiceProps {
  /** The tenant of the address; there need be none. */
  id: string | null
  onChange(id: string | null): void
  /** What no tenant stands for, always seen. Without it no tenant stands for all of them. */
  none?: string
  width: number
}

/** A tenant that a list may be narrowed to. */
export function TenantChoice({ id, onChange, none, width }: TenantChoiceProps) {
  const translate = useTranslate()
  const search = useTenantSearch()
  const named = useTenant(id)
  return (
    <TenantField
      {...{ search, named }}
      value={id === null ? null : (named.data ?? null)}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
      field={{
        label: translate('cardea.tenant_select.label'),
        placeholder: none ?? translate('cardea.tenant_select.all'),
      }}
      shrink={none !== undefined}
      sx={{ width, maxWidth: '100%' }}
    />
  )
}
