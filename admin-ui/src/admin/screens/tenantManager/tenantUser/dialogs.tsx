import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useItems, useTenantRoles } from '../../../widgets/form/choices'
import { ChoiceInput, LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import { idOf, type Member } from './model'

interface ActProps {
  member: Member
  onClose(): void
}

/** Changes type, position and address. */
export function Base({ member, onClose }: ActProps) {
  const text = useText('tenant-users')
  const types = useItems('3', member.tenantId)
  const positions = useItems('2', member.tenantId)
  return (
    <RecordDialog
      resource="tenant-users"
      title={text('base_title', { name: member.fullName })}
      record={member}
      fields={['typeId', 'positionId', 'address']}
      names={{ typeId: { choices: types }, positionId: { choices: positions } }}
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
