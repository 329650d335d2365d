import Box from '@mui/material/Box'
import { type InputProps, SelectInput, useInput } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceField } from '../../../widgets/form/choices'
import { filled } from '../../../widgets/form/rules'
import { useSystems } from '../../../widgets/system/systems'

/** The group of the platform's own jobs, beside the systems. */
export const OWN = 'cardea'

function useGroups() {
  const text = useText('tasks')
  const { systems, error, refetch } = useSystems()
  return { groups: [{ id: OWN, name: text('own') }, ...systems], error, refetch }
}

/** The system that jobs are of; empty, they are of all. */
export function GroupFilter({ source }: InputProps) {
  const text = useText('tasks')
  const { field } = useInput({ source })
  const { groups, error, refetch } = useGroups()
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <Box sx={{ width: 200, maxWidth: '100%' }}>
      <ChoiceField
        name={source}
        label={text('fields.jobGroup')}
        choices={[{ id: 'all', name: text('all') }, ...groups]}
        value={typeof field.value === 'string' && field.value !== '' ? field.value : 'all'}
        onChange={(value) => field.onChange(value === 'all' ? '' : value)}
      />
    </Box>
  )
}

/** The system of a new job. */
export function GroupInput() {
  const text = useText('tasks')
  const { groups } = useGroups()
  return (
    <SelectInput
      source="jobGroup"
      choices={groups}
      translateChoice={false}
      validate={filled(text('need_group'))}
      isRequired
    />
  )
}
