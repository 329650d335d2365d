import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useGetList } from 'react-admin'
import { inOrder, WHOLE_LIST } from '../data/reference'

/** Something to choose. */
export interface Choice {
  id: string
  name: string
  /** Not to be chosen any more; who has it keeps it. */
  closed?: boolean
}

/** The items that a form of the tenant offers of a dictionary category. */
export function useItems(categoryId: string, tenantId: string): Choice[] {
  const filter = { categoryId, tenantId }
  const { data } = useGetList('dictionary-items', { filter, ...WHOLE_LIST })
  return inOrder(data).map(({ id, dicName }) => ({ id: String(id), name: String(dicName) }))
}

/** The roles that a membership can have; nobody is given a closed one. */
export function useTenantRoles(): Choice[] {
  const { data } = useGetList('roles', { filter: { roleType: '2' }, ...WHOLE_LIST })
  return inOrder(data).map(({ id, name, desc, status }) => {
    return { id: String(id), name: String(desc ?? name), closed: status !== '0' }
  })
}

interface ChoiceFieldProps {
  name: string
  label: string
  choices: Choice[]
  value: string
  onChange(value: string): void
  problem?: string | undefined
  helperText?: string
  required?: boolean
}

/** One of some choices. A value that is not among them (yet) shows as nothing. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { choices, value, onChange, problem, helperText, ...rest } = props
  const known = choices.some((choice) => choice.id === value)
  return (
    <TextField
      {...rest}
      id={rest.name}
      error={problem !== undefined}
      helperText={problem ?? helperText}
      fullWidth
      select
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices
        .filter(({ id, closed }) => !closed || id === value)
        .map((choice) => (
          <MenuItem key={choice.id} value={choice.id}>
            {choice.name}
          </MenuItem>
        ))}
    </TextField>
  )
}
