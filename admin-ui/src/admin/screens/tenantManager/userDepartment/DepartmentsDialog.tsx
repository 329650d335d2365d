import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { fieldErrors, useSay } from '../../../widgets/feedback/say'
import { FormDialog } from '../../../widgets/form/FormDialog'
import type { Department, Member } from './model'

interface DepartmentsDialogProps {
  member: Member
  departments: Department[]
  onClose(): void
}

/** Puts a member into departments, each by itself: one above is not chosen with those below it. */
export function DepartmentsDialog({ member, departments, onClose }: DepartmentsDialogProps) {
  const text = useText('user-departments')
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const [isMissing, setMissing] = useState(false)
  const path = { id: member.id }
  const read = useAnswer('GET /tenant-users/{id}/departments', { path })
  const chosen = changed ?? new Set(read.data?.value.split(',').filter(Boolean))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('PUT /tenant-users/{id}/departments', {
        path,
        body: { version: read.data?.version ?? null, departmentId: [...chosen].join(',') },
      }),
    onSuccess: () => {
      onClose()
      say.done(translate('cardea.dialog.changed'))
    },
  })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChanged(next)
    setMissing(false)
  }
  const problem = isMissing ? text('need_one') : fieldErrors(error).departmentId
  return (
    <FormDialog
      title={text('set_of', { name: member.fullName })}
      submit={translate('ra.action.save')}
      {...{ isPending, error, onClose }}
      onSubmit={() => (chosen.size === 0 ? setMissing(true) : mutate())}
    >
      {read.error && <Failure error={read.error} onRetry={read.refetch} />}
      {read.isPending ? (
        <Loading />
      ) : (
        <Branch all={departments} parent="0" chosen={chosen} onToggle={toggle} />
      )}
      {departments.length === 0 && <p role="status">{text('no_departments')}</p>}
      {problem && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
    </FormDialog>
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
