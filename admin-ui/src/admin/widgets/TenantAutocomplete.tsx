import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type InputProps, useInput, useTranslate } from 'react-admin'
import { Failure } from './Failure'
import { findTenant, searchTenants, type Tenant } from './tenants'
import { useSettled } from './useSettled'

/** The tenant that a list is of; empty, it is of all. Searched on the server, never loaded whole. */
export function TenantAutocomplete({ source }: InputProps) {
  const translate = useTranslate()
  const { field } = useInput({ source })
  const id = typeof field.value === 'string' ? field.value : ''
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const found = useQuery({
    queryKey: ['tenant-search', q],
    queryFn: ({ signal }) => searchTenants(q, signal),
    retry: false,
  })
  const named = useQuery({
    queryKey: ['tenant', id],
    queryFn: ({ signal }) => findTenant(id, signal),
    enabled: id !== '',
    retry: false,
  })
  if (found.error) return <Failure error={found.error} onRetry={found.refetch} />
  return (
    <Autocomplete<Tenant>
      value={id === '' ? null : (named.data ?? null)}
      options={found.data ?? []}
      loading={found.isFetching}
      filterOptions={(options) => options}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, chosen) => field.onChange(chosen?.id)}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      noOptionsText={translate('cardea.panel.no_match')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      sx={{ width: 260, maxWidth: '100%' }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={translate('cardea.tenant_select.label')}
          placeholder={translate('cardea.tenant_select.all')}
        />
      )}
    />
  )
}
