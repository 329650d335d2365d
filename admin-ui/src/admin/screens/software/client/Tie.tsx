import { SelectInput, useInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { TenantField, useTenant, useTenantSearch } from '../../../widgets/tenant/TenantField'
import type { Tenant } from '../../../widgets/tenant/tenants'
import { useField } from './inputs'
import { useTies } from './readable'

/** The tenant: searched on the server, and none is fine. */
function TenantInput() {
  const { source, label, helperText } = useField('cardea_tenant_id')
  const { field, fieldState, id } = useInput({ source })
  const { setValue } = useFormContext()
  const search = useTenantSearch()
  const named = useTenant(field.value)
  const choose = (tenant: Tenant | null) => {
    field.onChange(tenant?.id ?? null)
    setValue('cardea_tenant_domain_id', null, { shouldDirty: true })
  }
  return (
    <TenantField
      {...{ id, search, named }}
      value={field.value ? (named.data ?? { id: field.value, name: field.value }) : null}
      onChange={choose}
      field={{
        label,
        error: fieldState.invalid,
        helperText: fieldState.error?.message ?? helperText,
      }}
    />
  )
}

/** What of the catalogue and which tenant's installation the client is. */
export function Tie() {
  const text = useText('clients')
  const tenant: string | null = useWatch({ name: 'cardea_tenant_id' }) ?? null
  const { setValue } = useFormContext()
  const { data, error, isPending, refetch } = useTies(tenant)
  const domain = useField('cardea_tenant_domain_id')
  const software = useField('cardea_software_id')
  if (error) return <Failure error={error} onRetry={refetch} />
  const domains = data?.domains ?? []
  const key = isPending ? 'loading' : 'ready'
  const follow = (event: { target?: { value?: string } } | string) => {
    const id = typeof event === 'string' ? event : event?.target?.value
    const chosen = domains.find((each) => each.id === id)
    if (chosen) setValue('cardea_software_id', chosen.softwareId, { shouldDirty: true })
  }
  return (
    <>
      <TenantInput />
      <SelectInput
        key={`domain-${tenant}-${key}`}
        {...domain}
        choices={domains.map((each) => ({
          id: each.id,
          name: `${each.urlName} (${each.websiteUrl})`,
        }))}
        translateChoice={false}
        isPending={isPending}
        emptyText={text('nothing')}
        onChange={follow}
      />
      <SelectInput
        key={`software-${key}`}
        {...software}
        choices={data?.software.map((each) => ({ id: each.id, name: each.softwareName })) ?? []}
        translateChoice={false}
        isPending={isPending}
        emptyText={text('nothing')}
      />
    </>
  )
}
