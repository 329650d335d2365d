import { required, SelectInput, useGetList } from 'react-admin'
import { Failure } from './Failure'
import { inOrder, WHOLE_LIST } from './reference'

interface ReferenceSelectProps {
  source: string
  /** The noun of the reference list. */
  reference: string
  filter: Record<string, string>
  optionText: string
  /** There may be none. */
  optional?: boolean
}

/** A choice from a short reference list, required unless it is said not to be. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { source, reference, filter, optionText, optional = false } = props
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
      {...(optional ? {} : { validate: required() })}
    />
  )
}
