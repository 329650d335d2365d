import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { TenantField, useTenant, useTenantSearch } from './TenantField'
import { recentTenants, rememberTenant, type Tenant } from './tenants'

export type { Tenant } from './tenants'

interface TenantSelectProps {
  /** The tenant of the address; without one the latest, else the first, is chosen. */
  id: string | null
  onChange(tenant: Tenant): void
  /** Which of all is the first to be chosen, where there are as many. */
  nth?: number
}

/** Puts the tenants worked with last in front, as long as nothing is searched. */
function withRecent(found: Tenant[], searching: boolean): Tenant[] {
  if (searching) return found
  const recent = recentTenants()
  const ids = new Set(recent.map((tenant) => tenant.id))
  return [...recent, ...found.filter((tenant) => !ids.has(tenant.id))]
}

/** The tenant that a screen is about. */
export function TenantSelect({ id, onChange, nth = 0 }: TenantSelectProps) {
  const translate = useTranslate()
  const search = useTenantSearch()
  const { q, found } = search
  const initial = found.data?.[nth] ?? found.data?.[0]
  const named = useTenant(id ?? recentTenants()[0]?.id ?? initial?.id)
  const tenant = named.data ?? null

  // A remembered tenant that has gone must not keep the first one from being chosen.
  const first = id === null && named.data === null ? initial : undefined
  const settled = tenant ?? first
  // Whoever goes to the screen by its menu, from the screen itself, comes to an address without a tenant again.
  const unnamed = id === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once a tenant, not once a render
  useEffect(() => {
    if (!settled || !(unnamed || settled.id === id)) return
    rememberTenant(settled)
    onChange(settled)
  }, [settled?.id, settled?.name, unnamed])

  return (
    <TenantField<true>
      {...{ search, named, onChange }}
      value={(tenant ?? null) as Tenant}
      disableClearable
      options={withRecent(found.data ?? [], q !== '')}
      groupBy={(option) =>
        q === '' && recentTenants().some((recent) => recent.id === option.id)
          ? translate('cardea.tenant_select.recent')
          : translate('cardea.tenant_select.all')
      }
      field={{ label: translate('cardea.tenant_select.label') }}
      sx={{ width: 360, maxWidth: '100%' }}
    />
  )
}
