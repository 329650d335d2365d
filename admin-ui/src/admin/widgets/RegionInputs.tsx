import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Named } from './Conflict'

/** So many are offered at once; whoever looks for another one types its beginning. */
const OFFERED = 50
const IN_ORDER = { field: 'sort', order: 'ASC' } as const
const REGION: Named = { reference: 'areas', source: 'areaName' }

/** Where the names of the regions of a form are. */
export const REGION_NAMES = { countryId: REGION, provinceId: REGION, cityId: REGION }

/** Country, province and city: each offers what is in the one before, searched on the server. */
export function RegionInputs() {
  const { setValue } = useFormContext()
  const [country, province] = useWatch({ name: ['countryId', 'provinceId'] })
  const clear = (...fields: string[]) => {
    for (const field of fields) setValue(field, null, { shouldDirty: true })
  }
  return (
    <>
      <RegionInput source="countryId" within="0" onChange={() => clear('provinceId', 'cityId')} />
      <RegionInput source="provinceId" within={country} onChange={() => clear('cityId')} />
      <RegionInput source="cityId" within={province} />
    </>
  )
}

interface RegionInputProps {
  source: string
  /** The region that it is in; without one there is nothing to choose. */
  within: string | null | undefined
  onChange?(): void
}

function RegionInput({ source, within, onChange }: RegionInputProps) {
  return (
    <ReferenceInput
      source={source}
      reference="areas"
      filter={{ parentId: within ?? '0' }}
      sort={IN_ORDER}
      perPage={OFFERED}
      queryOptions={{ enabled: Boolean(within) }}
    >
      <AutocompleteInput
        optionText="areaName"
        disabled={!within}
        {...(onChange ? { onChange } : {})}
      />
    </ReferenceInput>
  )
}
