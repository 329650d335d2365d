import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { firstRows, useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { fieldErrors, useSay } from '../../../widgets/feedback/say'
import { ChoiceField, useItems, useTenantRoles } from '../../../widgets/form/choices'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { useSettled } from '../../../widgets/list/useSettled'

/** As many are offered. */
const SHOWN = 20

type Candidate = Schemas['Candidate']

interface PickProps {
  tenantId: string
  chosen: Candidate[]
  onChange(chosen: Candidate[]): void
  problem: string | undefined
}

/** Several people who are not in the tenant yet. */
function Pick({ tenantId, chosen, onChange, problem }: PickProps) {
  const text = useText('tenant-users')
  const translate = useTranslate()
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
      value={chosen}
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
        onChange(all)
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
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const roles = useTenantRoles()
  const types = useItems('3', tenantId)
  const positions = useItems('2', tenantId)
  const [users, setUsers] = useState<Candidate[]>([])
  const [values, setValues] = useState({ role: '', typeId: '', positionId: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const given = Object.entries(values).map(([field, value]) => [field, value || null])
      const userIds = users.map((user) => user.id)
      return call('POST /tenant-users', {
        body: { tenantId, userIds, ...Object.fromEntries(given) },
      })
    },
    onSuccess: () => {
      onClose()
      say.done(translate('cardea.dialog.added'))
    },
  })
  const errors = fieldErrors(error)
  const choice = (name: keyof typeof values, choices: typeof roles) => (
    <ChoiceField
      name={name}
      label={text(`fields.${name}`)}
      choices={choices}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      problem={errors[name]}
      required
    />
  )
  return (
    <FormDialog
      title={text('add_title')}
      submit={text('add')}
      wide
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    >
      <Pick tenantId={tenantId} chosen={users} onChange={setUsers} problem={errors.userIds} />
      {choice('role', roles)}
      {choice('typeId', types)}
      {choice('positionId', positions)}
    </FormDialog>
  )
}
