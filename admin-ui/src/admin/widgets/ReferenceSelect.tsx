import { type RaRecord, required, SelectInput, useGetList } from 'react-admin'
import { Failure } from './Failure'

interface ReferenceSelectProps {
  source: string
  /** The noun of the reference list. */
  reference: string
  filter: Record<string, string>
  optionText: string
}

/** Reference lists are read whole, as specified. */
export const WHOLE_LIST = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'id', order: 'ASC' },
} as const

/** The order that administrators gave a reference list; lists without one keep the server's. */
export function inOrder<T extends RaRecord>(rows: readonly T[] | undefined): T[] {
  return [...(rows ?? [])].sort((a, b) => Number(a.sort ?? 0) - Number(b.sort ?? 0))
}

/** A required choice from a short reference list. */
export function ReferenceSelect({ source, reference, filter, optionText }: ReferenceSelectProps) {
  const { data, error, isPending, refetch } = useGetList(reference, { filter, ...WHOLE_LIST })
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <SelectInput
      // The input takes its choices in when it mounts, and complains of a value it does not know.
      key={isPending ? 'loading' : 'ready'}
      source={source}
      choices={inOrder(data)}
      isPending={isPending}
      optionText={optionText}
      translateChoice={false}
      validate={required()}
    />
  )
}
