import Box from '@mui/material/Box'
import { type InputProps, useInput } from 'react-admin'
import { useOwnText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { type Choice, ChoiceField } from '../form/choices'
import { useSystems } from './systems'

interface SystemFilterProps extends InputProps {
  /** What is offered before the systems. */
  others?: Choice[]
}

/** The system that a list is of; empty, it is of all. */
export function SystemFilter({ source, others = [] }: SystemFilterProps) {
  const text = useOwnText('system')
  const { field } = useInput({ source })
  const { systems, error, refetch } = useSystems()
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <Box sx={{ width: 200, maxWidth: '100%' }}>
      <ChoiceField
        name="softwareId"
        label={text('label')}
        choices={[{ id: 'all', name: text('all') }, ...others, ...systems]}
        value={typeof field.value === 'string' && field.value !== '' ? field.value : 'all'}
        // Empty takes a filter back; what is undefined would leave it as it was.
        onChange={(value) => field.onChange(value === 'all' ? '' : value)}
      />
    </Box>
  )
}
