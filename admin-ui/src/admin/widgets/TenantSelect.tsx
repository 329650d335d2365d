import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from './Failure'
import { findTenant, recentTenants, rememberTenant, searchTenants, type Tenant } from './tenants'
import { useSettled } from './useSettled'

export type { Tenant } from './tenants'

interface TenantSelectProps {
  /** The tenant of the address; without one the latest, else the first, is chosen. */
  id: string | null
  onChange(tenant: Tenant): void
}

/** Puts the tenants worked with last in front, as long as nothing is searched. */
function withRecent(found: Tenant[], searching: boolean): Tenant[] {
  if (searching) return found
  const recent = recentTenants()
  const ids = new Set(recent.map((tenant) => tenant.id))
  return [...recent, ...found.filter((tenant) => !ids.has(tenant.id))]
}

/** The tenant that a screen is about. */
export function TenantSelect({ id, onChange }: TenantSelectProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const found = useQuery({
    queryKey: ['tenant-search', q],
    queryFn: ({ signal }) => searchTenants(q, signal),
    retry: false,
  })
  const wanted = id ?? recentTenants()[0]?.id ?? found.data?.[0]?.id
  const named = useQuery({
    queryKey: ['tenant', wanted],
    queryFn: ({ signal }) => findTenant(wanted ?? '', signal),
    enabled: wanted !== undefined,
    retry: false,
  })
  const tenant = named.data ?? null

  // A remembered tenant that has gone must not keep the first one from being chosen.
  const first = id === null && named.data === null ? found.data?.[0] : undefined
  const settled = tenant ?? first
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once a tenant, not once a render
  useEffect(() => {
    if (!settled) return
    rememberTenant(settled)
    onChange(settled)
  }, [settled?.id, settled?.name])

  const error = found.error ?? named.error
  if (error) {
    return <Failure error={error} onRetry={() => [found, named].map((query) => query.refetch())} />
  }
  return (
    <Autocomplete<Tenant, false, true>
      value={(tenant ?? null) as Tenant}
      disableClearable
      options={withRecent(found.data ?? [], q !== '')}
      loading={found.isFetching}
      filterOptions={(options) => options}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      groupBy={(option) =>
        q === '' && recentTenants().some((recent) => recent.id === option.id)
          ? translate('cardea.tenant_select.recent')
          : translate('cardea.tenant_select.all')
      }
      onChange={(_, chosen) => onChange(chosen)}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      noOptionsText={translate('cardea.panel.no_match')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      sx={{ width: 360, maxWidth: '100%' }}
      renderInput={(input) => (
        <TextField {...input} label={translate('cardea.tenant_select.label')} />
      )}
    />
  )
}
