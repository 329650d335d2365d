import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { useItems, useTenantRoles } from '../../../widgets/form/choices'
import { ChoiceInput, LineInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Member } from './model'

interface ActProps {
  member: Member
  onClose(): void
}

/** What was chosen, or nothing. */
const idOf = (chosen: unknown) => (chosen ? String(chosen) : null)

/** Changes type, position and address. */
export function Base({ member, onClose }: ActProps) {
  const text = useText('tenant-users')
  const call = useCall()
  const types = useItems('3', member.tenantId)
  const positions = useItems('2', member.tenantId)
  return (
    <RecordDialog
      resource="tenant-users"
      title={text('base_title', { name: member.fullName })}
      record={member}
      fields={['typeId', 'positionId', 'address']}
      names={{ typeId: { choices: types }, positionId: { choices: positions } }}
      act={({ version, typeId, positionId, address }) =>
        call('PUT /tenant-users/{id}', {
          path: { id: member.id },
          body: {
            version: Number(version),
            typeId: idOf(typeId),
            positionId: idOf(positionId),
            address: String(address ?? ''),
          },
        })
      }
      onClose={onClose}
    >
      <ChoiceInput source="typeId" choices={types} required />
      <ChoiceInput source="positionId" choices={positions} required />
      <LineInput source="address" autoComplete="off" />
    </RecordDialog>
  )
}

/** Changes role and state. */
export function Important({ member, onClose }: ActProps) {
  const text = useText('tenant-users')
  const call = useCall()
  const roles = useTenantRoles()
  const states = [
    { id: '0', name: text('enabled') },
    { id: '1', name: text('disabled') },
  ]
  return (
    <RecordDialog
      resource="tenant-users"
      title={text('important_title', { name: member.fullName })}
      text={text('important_text')}
      record={member}
      fields={['role', 'enabled']}
      names={{ role: { choices: roles }, enabled: { choices: states } }}
      act={({ version, role, enabled }) =>
        call('PUT /tenant-users/{id}/important', {
          path: { id: member.id },
          body: {
            version: Number(version),
            role: idOf(role),
            enabled: enabled as Member['enabled'],
          },
        })
      }
      onClose={onClose}
    >
      <ChoiceInput source="role" choices={roles} required />
      <ChoiceInput source="enabled" choices={states} />
    </RecordDialog>
  )
}

/** Takes somebody out of the tenant. */
export function Remove({ member, onClose }: ActProps) {
  const text = useText('tenant-users')
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /tenant-users/{id}', { path: { id: member.id } }),
    onSuccess: () => {
      onClose()
      say.done(translate('cardea.dialog.removed'))
    },
  })
  return (
    <FormDialog
      title={text('remove_title', { name: member.fullName })}
      text={translate('cardea.dialog.remove')}
      submit={text('remove')}
      danger
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    />
  )
}
