import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useInput, ValidationError } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { filled } from '../../../widgets/form/rules'
import { TenantField, useTenant, useTenantSearch } from '../../../widgets/tenant/TenantField'

/** The calendar of every tenant that has none of its own. */
const GLOBAL = 'sys'

type Kind = 'every' | 'global' | 'tenant'

const kindOf = (value: string | null): Kind => {
  if (!value) return 'every'
  return value === GLOBAL ? 'global' : 'tenant'
}

/** The days on which a job runs: all, or the working days of a calendar. */
export function WorkdaysInput() {
  const text = useText('tasks')
  const [kind, setKind] = useState<Kind>()
  const { field, fieldState, id } = useInput({
    source: 'workdaysOf',
    validate: kind === 'tenant' ? filled(text('need_tenant')) : [],
  })
  const search = useTenantSearch()
  const shown = kind ?? kindOf(field.value)
  const tenant = shown === 'tenant' && field.value ? String(field.value) : null
  const named = useTenant(tenant)
  const choose = (next: Kind) => {
    setKind(next)
    field.onChange(next === 'global' ? GLOBAL : null)
  }
  return (
    <>
      <TextField
        select
        id={`${id}-days`}
        label={text('fields.workdaysOf')}
        helperText={shown !== 'every' && text('workdays_hint')}
        value={shown}
        onChange={({ target }) => choose(target.value as Kind)}
      >
        <MenuItem value="every">{text('every_day')}</MenuItem>
        <MenuItem value="global">{text('workdays')}</MenuItem>
        <MenuItem value="tenant">{text('workdays_tenant')}</MenuItem>
      </TextField>
      {shown === 'tenant' && (
        <TenantField
          {...{ id, search, named }}
          value={tenant ? (named.data ?? { id: tenant, name: tenant }) : null}
          onChange={(chosen) => field.onChange(chosen?.id ?? null)}
          field={{
            label: `${text('tenant')} *`,
            error: fieldState.invalid,
            helperText: fieldState.error?.message && (
              <ValidationError error={fieldState.error.message} />
            ),
          }}
        />
      )}
    </>
  )
}
