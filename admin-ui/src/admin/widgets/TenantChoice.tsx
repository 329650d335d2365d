import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from './Failure'
import { findTenant, searchTenants, type Tenant } from './tenants'
import { useSettled } from './useSettled'

interface TenantChoiceProps {
  /** The tenant of the address; none stands for what `none` says. */
  id: string | null
  onChange(id: string | null): void
  /** What no tenant stands for. */
  none: string
}

/** A tenant that a list may be narrowed to. The tenants are searched on the server. */
export function TenantChoice({ id, onChange, none }: TenantChoiceProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const found = useQuery({
    queryKey: ['tenant-search', q],
    queryFn: ({ signal }) => searchTenants(q, signal),
    retry: false,
  })
  const named = useQuery({
    queryKey: ['tenant', id],
    queryFn: ({ signal }) => findTenant(id ?? '', signal),
    enabled: id !== null,
    retry: false,
  })
  const error = found.error ?? named.error
  if (error) {
    return <Failure error={error} onRetry={() => [found, named].map((query) => query.refetch())} />
  }
  return (
    <Autocomplete<Tenant>
      value={id === null ? null : (named.data ?? null)}
      options={found.data ?? []}
      loading={found.isFetching}
      filterOptions={(options) => options}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, chosen) => onChange(chosen?.id ?? null)}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      noOptionsText={translate('cardea.panel.no_match')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      sx={{ width: 360, maxWidth: '100%' }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={translate('cardea.tenant_select.label')}
          placeholder={none}
          slotProps={{ inputLabel: { ...input.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}
