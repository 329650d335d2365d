import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useInput, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { firstRows, useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useItems, useTenantRoles } from '../../../widgets/form/choices'
import { ChoiceInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { useSettled } from '../../../widgets/list/useSettled'
import { idOf } from './model'

/** As many are offered. */
const SHOWN = 20

type Candidate = Schemas['Candidate']

/** Several people who are not in the tenant yet. */
function Pick({ tenantId }: { tenantId: string }) {
  const text = useText('tenant-users')
  const translate = useTranslate()
  const { field, fieldState } = useInput<Candidate[]>({ source: 'userIds' })
  const problem = fieldState.error?.message
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const { data, isFetching } = useAnswer(
    'GET /unselected-users',
    { query: firstRows(SHOWN, { tenantId, ...(q ? { q } : {}) }) },
    // Whoever is about to be chosen does not vanish while the next search is on its way.
    { placeholderData: keepPreviousData },
  )
  return (
    <Autocomplete<Candidate, true>
      multiple
      value={field.value}
      options={data ?? []}
      loading={isFetching}
      filterOptions={(options) => options}
      filterSelectedOptions
      disableCloseOnSelect
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => `${option.fullName} (${option.userName})`}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      inputValue={search}
      onInputChange={(_, typed, reason) => reason !== 'reset' && setSearch(typed)}
      onChange={(_, all) => {
        field.onChange(all)
        setSearch('')
      }}
      noOptionsText={text('none_found')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      sx={{ gridColumn: '1 / -1' }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={text('users')}
          error={problem !== undefined}
          helperText={problem ?? text('users_hint')}
        />
      )}
    />
  )
}

/** Takes people into a tenant. */
export function AddDialog({ tenantId, onClose }: { tenantId: string; onClose(): void }) {
  const text = useText('tenant-users')
  const call = useCall()
  const roles = useTenantRoles()
  const types = useItems('3', tenantId)
  const positions = useItems('2', tenantId)
  return (
    <FormDialog
      resource="tenant-users"
      title={text('add_title')}
      submit={text('add')}
      wide
      fields={['userIds', 'role', 'typeId', 'positionId']}
      defaultValues={{ userIds: [] }}
      act={({ userIds, role, typeId, positionId }) =>
        call('POST /tenant-users', {
          body: {
            tenantId,
            userIds: (userIds as Candidate[]).map(({ id }) => id),
            role: idOf(role),
            typeId: idOf(typeId),
            positionId: idOf(positionId),
          },
        })
      }
      onClose={onClose}
    >
      <Pick tenantId={tenantId} />
      <ChoiceInput source="role" choices={roles} required />
      <ChoiceInput source="typeId" choices={types} required />
      <ChoiceInput source="positionId" choices={positions} required />
    </FormDialog>
  )
}
