import { SelectInput } from 'react-admin'
import { Failure } from '../feedback/Failure'
import type { Choice } from '../form/choices'
import { filled } from '../form/rules'
import { useSystems } from './systems'

interface SystemInputProps {
  source: string
  label: string
  /** What is said where none is chosen. */
  need: string
  /** What is offered before the systems. */
  others?: Choice[]
}

/** The system of a form, which is required. */
export function SystemInput({ source, label, need, others = [] }: SystemInputProps) {
  const { systems, error, isPending, refetch } = useSystems()
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <SelectInput
      // The input takes its choices in when it mounts, and complains of a value it does not know.
      key={isPending ? 'loading' : 'ready'}
      {...{ source, label, isPending }}
      choices={[...others, ...systems]}
      translateChoice={false}
      validate={filled(need)}
      isRequired
    />
  )
}
