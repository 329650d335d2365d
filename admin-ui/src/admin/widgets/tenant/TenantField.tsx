import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import { useSettled } from '../list/useSettled'
import { findTenant, searchTenants, type Tenant } from './tenants'

/** The tenants that what is typed finds. They are searched on the server, never loaded whole. */
export function useTenantSearch() {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const found = useQuery({
    queryKey: ['tenant-search', q],
    queryFn: ({ signal }) => searchTenants(q, signal),
    retry: false,
  })
  return { q, found, setTyped }
}

/** The tenant of an id, which may not be among those that are found. */
export function useTenant(id: string | null | undefined) {
  return useQuery({
    queryKey: ['tenant', id],
    queryFn: ({ signal }) => findTenant(id ?? '', signal),
    enabled: Boolean(id),
    retry: false,
  })
}

type Shown<Always extends boolean> = AutocompleteProps<Tenant, false, Always, false>

interface TenantFieldProps<Always extends boolean>
  extends Pick<Shown<Always>, 'id' | 'value' | 'disableClearable' | 'groupBy' | 'sx'> {
  search: ReturnType<typeof useTenantSearch>
  named: ReturnType<typeof useTenant>
  /** What is offered; without it, what is found. */
  options?: Tenant[]
  onChange(tenant: Always extends true ? Tenant : Tenant | null): void
  /** What the line that is typed in says. */
  field: Pick<TextFieldProps, 'label' | 'placeholder' | 'error' | 'helperText'>
  /** The label stands above the line from the beginning, and the placeholder in it. */
  shrink?: boolean
}

/** The line in which a tenant is searched and chosen; `Always`, there is one. */
export function TenantField<Always extends boolean = false>(props: TenantFieldProps<Always>) {
  const { search, named, options, onChange, field, shrink = false, ...rest } = props
  const { found, setTyped } = search
  const translate = useTranslate()
  const error = found.error ?? named.error
  if (error) {
    return <Failure error={error} onRetry={() => [found, named].map((query) => query.refetch())} />
  }
  return (
    <Autocomplete<Tenant, false, Always>
      {...rest}
      options={options ?? found.data ?? []}
      loading={found.isFetching}
      filterOptions={(all) => all}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, chosen) => onChange(chosen as Parameters<typeof onChange>[0])}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      noOptionsText={translate('cardea.panel.no_match')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      renderInput={(input) => (
        <TextField
          {...input}
          {...field}
          {...(shrink
            ? { slotProps: { inputLabel: { ...input.InputLabelProps, shrink: true } } }
            : {})}
        />
      )}
    />
  )
}
