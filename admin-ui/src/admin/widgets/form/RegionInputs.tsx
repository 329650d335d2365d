import { AutocompleteInput, type RaRecord, useGetList, useLocaleState } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { WHOLE_LIST } from '../data/reference'
import { Failure } from '../feedback/Failure'
import type { Named } from './Conflict'

/** A region, as much of it as a form needs. */
interface Region extends RaRecord {
  areaName: string
  areaNameZh?: string
  areaNameEn?: string
  areaCode?: string
}

const IN_ORDER = { ...WHOLE_LIST, sort: { field: 'sort', order: 'ASC' } } as const
const REGION: Named = { reference: 'areas', source: 'areaName' }
/** The country that people are in who read this in Chinese, most of the time. */
const FIRST = 'CN'
/** Chinese names are in the order of their pinyin, as everywhere where Chinese is read. */
const PINYIN = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** Where the names of the regions of a form are. */
export const REGION_NAMES = { countryId: REGION, provinceId: REGION, cityId: REGION }

/** Regions as a reader of the language looks for them; in English as they are listed. */
export function inReadersOrder<T extends Pick<Region, 'id' | 'areaName'>>(
  regions: readonly T[],
  locale: string,
): T[] {
  if (locale === 'en') return [...regions]
  const first = (region: T) => Number(region.id === FIRST)
  return [...regions].sort((a, b) => first(b) - first(a) || PINYIN.compare(a.areaName, b.areaName))
}

/** Whether what is typed is in one of the names of a region, or is its code. */
export function isMeant(typed: string, region: Region): boolean {
  const folded = (text: string | undefined) => (text ?? '').normalize('NFKC').toLowerCase()
  const q = folded(typed).trim()
  const names = [region.areaName, region.areaNameZh, region.areaNameEn].map(folded)
  return names.some((name) => name.includes(q)) || folded(region.areaCode) === q
}

/** Country, province and city: each offers all that is in the one before, and is searched in either language. */
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
  const [locale] = useLocaleState()
  const { data, error, isFetching, refetch } = useGetList<Region>(
    'areas',
    { filter: { parentId: within ?? '0' }, ...IN_ORDER },
    { enabled: Boolean(within) },
  )
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <AutocompleteInput
      source={source}
      choices={inReadersOrder((within && data) || [], locale)}
      optionText="areaName"
      // What is chosen stands in the line when it opens: then everything is offered.
      matchSuggestion={(typed: string, region: Region, exact?: boolean) =>
        exact ? region.areaName === typed : isMeant(typed, region)
      }
      isFetching={isFetching}
      disabled={!within}
      {...(onChange ? { onChange } : {})}
    />
  )
}
