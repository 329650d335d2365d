import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { useInput, useTranslate, ValidationError } from 'react-admin'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { Waiting } from '../../../widgets/list/Waiting'
import type { Department, Member } from './model'

interface DepartmentsDialogProps {
  member: Member
  departments: Department[]
  onClose(): void
}

/** Puts a member into departments, once it is read which those are. */
export function DepartmentsDialog({ member, departments, onClose }: DepartmentsDialogProps) {
  const text = useText('user-departments')
  const translate = useTranslate()
  const call = useCall()
  const path = { id: member.id }
  // Read anew each time it opens: what is saved has a version.
  const anew = { gcTime: 0, staleTime: 0 }
  const read = useAnswer('GET /tenant-users/{id}/departments', { path }, anew)
  if (read.error) return <Failure error={read.error} onRetry={read.refetch} />
  if (!read.data) return <Waiting />
  const { version, value } = read.data
  return (
    <FormDialog
      resource="user-departments"
      title={text('set_of', { name: member.fullName })}
      submit={translate('ra.action.save')}
      fields={['departmentId']}
      defaultValues={{ departmentId: value }}
      done={() => translate('cardea.dialog.changed')}
      act={({ departmentId }) =>
        call('PUT /tenant-users/{id}/departments', {
          path,
          body: { version, departmentId: String(departmentId ?? '') },
        })
      }
      onClose={onClose}
    >
      <Tree departments={departments} />
      {departments.length === 0 && <p role="status">{text('no_departments')}</p>}
    </FormDialog>
  )
}

/** The departments to choose from, each by itself: one above is not chosen with those below it. */
function Tree({ departments }: { departments: Department[] }) {
  const text = useText('user-departments')
  const { field, fieldState } = useInput<string>({
    source: 'departmentId',
    validate: (value?: string) => (value ? undefined : text('need_one')),
  })
  const chosen = new Set<string>((field.value ?? '').split(',').filter(Boolean))
  const toggle = (id: string) => {
    if (!chosen.delete(id)) chosen.add(id)
    field.onChange([...chosen].join(','))
  }
  const problem = fieldState.error?.message
  return (
    <>
      <Branch all={departments} parent="0" chosen={chosen} onToggle={toggle} />
      {problem && (
        <FormHelperText error role="alert">
          <ValidationError error={problem} />
        </FormHelperText>
      )}
    </>
  )
}

interface BranchProps {
  all: Department[]
  parent: string
  chosen: ReadonlySet<string>
  onToggle(id: string): void
}

function Branch({ all, parent, chosen, onToggle }: BranchProps) {
  const below = all.filter(({ parentId }) => parentId === parent)
  if (below.length === 0) return null
  return (
    <ul style={{ listStyle: 'none', margin: 0, paddingInlineStart: parent === '0' ? 0 : 24 }}>
      {below.map(({ id, departmentName }) => (
        <li key={id}>
          <FormControlLabel
            label={departmentName}
            control={<Checkbox checked={chosen.has(id)} onChange={() => onToggle(id)} />}
          />
          <Branch {...{ all, chosen, onToggle }} parent={id} />
        </li>
      ))}
    </ul>
  )
}
