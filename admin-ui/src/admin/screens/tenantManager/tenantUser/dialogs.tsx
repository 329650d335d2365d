import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { ChoiceField, useItems, useTenantRoles } from '../../../widgets/choices'
import { DialogField, FormDialog } from '../../../widgets/FormDialog'
import { fieldErrors, useSay } from '../../../widgets/say'
import { type Member, removeMember, saveBase, saveImportant } from './api'
import { useTexts } from './texts'

interface ActProps {
  member: Member
  onClose(): void
}

/** Carries an act out: closes the dialog, says what was done, and shows the new state. */
function useAct(
  onClose: () => void,
  said: 'saved' | 'removed',
  mutationFn: () => Promise<unknown>,
) {
  const text = useTexts()
  const say = useSay()
  const refresh = useRefresh()
  const onSuccess = () => {
    onClose()
    say.done(text(said))
    refresh()
  }
  const { mutate, isPending, error } = useMutation({ mutationFn, onSuccess })
  return { onSubmit: () => mutate(), isPending, error, onClose }
}

/** Changes type, position and address. */
export function Base({ member, onClose }: ActProps) {
  const text = useTexts()
  const save = useTranslate()('ra.action.save')
  const { tenantId, version } = member
  const types = useItems('3', tenantId)
  const positions = useItems('2', tenantId)
  const [typeId, setType] = useState(member.typeId ?? '')
  const [positionId, setPosition] = useState(member.positionId ?? '')
  const [address, setAddress] = useState(member.address)
  const body = { version, typeId: typeId || null, positionId: positionId || null, address }
  const act = useAct(onClose, 'saved', () => saveBase(member.id, body))
  const errors = fieldErrors(act.error)
  return (
    <FormDialog title={text('base_title', { name: member.fullName })} submit={save} {...act}>
      <ChoiceField
        name="typeId"
        label={text('typeId')}
        choices={types}
        value={typeId}
        onChange={setType}
        problem={errors.typeId}
        required
      />
      <ChoiceField
        name="positionId"
        label={text('positionId')}
        choices={positions}
        value={positionId}
        onChange={setPosition}
        problem={errors.positionId}
        required
      />
      <DialogField
        name="address"
        label={text('address')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        problem={errors.address}
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** Changes role and state. */
export function Important({ member, onClose }: ActProps) {
  const text = useTexts()
  const save = useTranslate()('ra.action.save')
  const roles = useTenantRoles()
  const [role, setRole] = useState(member.role ?? '')
  const [enabled, setEnabled] = useState(member.enabled)
  const body = { version: member.version, role: role || null, enabled }
  const act = useAct(onClose, 'saved', () => saveImportant(member.id, body))
  return (
    <FormDialog
      title={text('important_title', { name: member.fullName })}
      text={text('important_text')}
      submit={save}
      {...act}
    >
      <ChoiceField
        name="role"
        label={text('role')}
        choices={roles}
        value={role}
        onChange={setRole}
        problem={fieldErrors(act.error).role}
        required
      />
      <ChoiceField
        name="enabled"
        label={text('state')}
        choices={[
          { id: '0', name: text('enabled') },
          { id: '1', name: text('disabled') },
        ]}
        value={enabled}
        onChange={setEnabled}
      />
    </FormDialog>
  )
}

/** Takes somebody out of the tenant. */
export function Remove({ member, onClose }: ActProps) {
  const text = useTexts()
  const act = useAct(onClose, 'removed', () => removeMember(member.id))
  return (
    <FormDialog
      title={text('remove_title', { name: member.fullName })}
      text={text('remove_text')}
      submit={text('remove')}
      danger
      {...act}
    />
  )
}
