import { SelectInput, TextInput, useRecordContext } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { filled, type Rule, text as trimmed } from '../../../widgets/form/rules'

/** What a new system begins with. */
const DEFAULTS = { isStudyAuthorization: 1, projdbShow: 1, remindDay: 0, expiredDay: 0 }
const NUMERIC = { slotProps: { htmlInput: { inputMode: 'numeric' } } } as const

/** The kind of the system's panel. */
function StyleInput() {
  const text = useText('software')
  const { data, error, isPending, refetch } = useAnswer('GET /software/styles', {})
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <SelectInput
      key={isPending ? 'loading' : 'ready'}
      source="authorizationStyle"
      choices={(data ?? []).map(({ code, desc }) => ({ id: code, name: desc }))}
      translateChoice={false}
      isPending={isPending}
      validate={filled(text('need_style'))}
      isRequired
    />
  )
}

function SoftwareInputs() {
  const text = useText('software')
  const { needed, note } = useFieldRules()
  const hasKey = useRecordContext()?.hasAppKey === true
  const whole: Rule = (value) =>
    /^(0|[1-9]\d{0,8})$/.test(trimmed(value)) ? undefined : text('need_number')
  const yesNo = [
    { id: 0, name: text('yes') },
    { id: 1, name: text('no') },
  ]
  return (
    <>
      <TextInput source="softwareName" {...needed(text('need_name'))} autoFocus />
      <StyleInput />
      <TextInput source="webCode" {...needed(text('need_web'))} helperText={text('web_hint')} />
      <TextInput source="appCode" {...needed(text('need_app'))} />
      <TextInput
        source="appKey"
        {...(hasKey ? {} : needed(text('need_key')))}
        helperText={hasKey ? text('key_hint') : false}
        autoComplete="off"
      />
      <TextInput
        source="validityTime"
        validate={whole}
        isRequired
        {...NUMERIC}
        helperText={text('time_hint')}
      />
      <TextInput source="sort" validate={whole} isRequired {...NUMERIC} />
      <SelectInput source="isStudyAuthorization" choices={yesNo} translateChoice={false} />
      <SelectInput source="projdbShow" choices={yesNo} translateChoice={false} />
      <TextInput source="expiredDay" validate={whole} {...NUMERIC} helperText={text('days_hint')} />
      <TextInput source="remindDay" validate={whole} {...NUMERIC} />
      <TextInput source="describe" validate={note} className={styles.wide ?? ''} multiline />
    </>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(SoftwareInputs, { defaultValues: DEFAULTS })
