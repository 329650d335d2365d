import { type RaRecord, SelectInput, useGetList } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { inOrder, WHOLE_LIST } from '../data/reference'
import { Failure } from '../feedback/Failure'
import { filled } from './rules'

interface ReferenceSelectProps {
  source: string
  /** The noun of the reference list. */
  reference: string
  filter: Record<string, string>
  optionText: string
  /** What is said where nothing is chosen; without it there may be none. */
  need?: string | undefined
  /** Which records may be chosen, beside the one that is; without it, all. */
  offered?(record: RaRecord): boolean
}

/** A choice from a short reference list. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { source, reference, filter, optionText, need, offered = () => true } = props
  const { data, error, isPending, refetch } = useGetList(reference, { filter, ...WHOLE_LIST })
  const present = useWatch({ name: source })
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <SelectInput
      // The input takes its choices in when it mounts, and complains of a value it does not know.
      key={isPending ? 'loading' : 'ready'}
      source={source}
      choices={inOrder(data).filter((record) => record.id === present || offered(record))}
      isPending={isPending}
      optionText={optionText}
      translateChoice={false}
      {...(need ? { validate: filled(need), isRequired: true } : {})}
    />
  )
}
