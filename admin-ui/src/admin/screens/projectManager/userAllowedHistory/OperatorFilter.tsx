import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { type InputProps, useInput, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSettled } from '../../../widgets/list/useSettled'

type Operator = Schemas['Operator']

interface OperatorFilterProps extends InputProps {
  /** Whose history it is. */
  noun?: 'grant-changes' | 'preauthorisation-changes'
}

/** Whose operations a list is of: searched on the server, the first ten that are found. */
export function OperatorFilter({ source, noun = 'grant-changes' }: OperatorFilterProps) {
  const text = useText(noun)
  const translate = useTranslate()
  const { field } = useInput({ source })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Operator | null>(null)
  const q = useSettled(typed.trim())
  const { data, error, isFetching, refetch } = useAnswer(
    `GET /${noun}/operators`,
    { query: { q } },
    { placeholderData: keepPreviousData },
  )
  if (error) return <Failure error={error} onRetry={refetch} />
  const known = [...(chosen ? [chosen] : []), ...(data ?? [])]
  return (
    <Autocomplete<Operator>
      // An address may hold an operator that was not looked for here.
      value={known.find(({ id }) => id === field.value) ?? null}
      options={data ?? []}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ fullName, userName }) => `${fullName} (${userName})`}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onChange={(_, operator) => {
        setChosen(operator)
        field.onChange(operator?.id ?? '')
      }}
      onInputChange={(_, input, reason) => setTyped(reason === 'input' ? input : '')}
      noOptionsText={translate('cardea.panel.no_match')}
      loadingText={translate('ra.page.loading')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      sx={{ width: 220, maxWidth: '100%' }}
      renderInput={(input) => <TextField {...input} label={text('fields.createBy')} />}
    />
  )
}
