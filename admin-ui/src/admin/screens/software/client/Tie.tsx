import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectInput, useInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Failure } from '../../../widgets/Failure'
import { findTenant, searchTenants, type Tenant } from '../../../widgets/tenants'
import { useSettled } from '../../../widgets/useSettled'
import { readChoices } from './api'
import { useField } from './inputs'
import { useTexts } from './texts'

/** The tenant: searched on the server, and none is fine. */
function TenantInput() {
  const { source, label, helperText } = useField('cardea_tenant_id')
  const { field, fieldState, id } = useInput({ source })
  const { setValue } = useFormContext()
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const found = useQuery({
    queryKey: ['tenant-search', q],
    queryFn: ({ signal }) => searchTenants(q, signal),
    retry: false,
  })
  const named = useQuery({
    queryKey: ['tenant', field.value],
    queryFn: ({ signal }) => findTenant(field.value, signal),
    enabled: Boolean(field.value),
    retry: false,
  })
  const choose = (tenant: Tenant | null) => {
    field.onChange(tenant?.id ?? null)
    setValue('cardea_tenant_domain_id', null, { shouldDirty: true })
  }
  return (
    <Autocomplete<Tenant>
      id={id}
      value={field.value ? (named.data ?? { id: field.value, name: field.value }) : null}
      options={found.data ?? []}
      loading={found.isFetching}
      filterOptions={(options) => options}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => option.name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, chosen) => choose(chosen)}
      onInputChange={(_, typed, reason) => setSearch(reason === 'input' ? typed : '')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? helperText}
        />
      )}
    />
  )
}

/** What of the catalogue and which tenant's installation the client is. */
export function Tie() {
  const text = useTexts()
  const tenant: string | null = useWatch({ name: 'cardea_tenant_id' }) ?? null
  const { setValue } = useFormContext()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['client-choices', tenant],
    queryFn: ({ signal }) => readChoices(tenant, signal),
    retry: false,
  })
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
