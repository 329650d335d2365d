import Alert from '@mui/material/Alert'
import { BooleanInput, TextInput, useRecordContext, ValidationError } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useText } from '../../../widgets/data/useText'
import { DayInput } from '../../../widgets/form/DayInput'
import { Fixed } from '../../../widgets/form/dialogInputs'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { positive, type Rule, text as trimmed } from '../../../widgets/form/rules'
import { SystemInput } from '../../../widgets/system/SystemInput'
import { TenantInput } from '../../../widgets/tenant/TenantInput'

/** A new licence is on, and limits nothing. */
const DEFAULTS = { timeEnable: false, studyEnable: false, userEnable: false, isEnable: true }

/** The first fault of the form, above everything: a long form hides those below. */
function FirstFault() {
  const { errors } = useFormState()
  const first = Object.values(errors).find((fault) => typeof fault?.message === 'string')
  if (!first) return null
  return (
    <Alert severity="error" className={styles.wide ?? ''}>
      <ValidationError error={String(first.message)} />
    </Alert>
  )
}

/** Whose licence it is and for what; once given, both stay. */
function Whose() {
  const text = useText('licences')
  const record = useRecordContext()
  const [tenant, system] = [text('fields.tenantId'), text('fields.softwareId')]
  if (record?.id) {
    return (
      <>
        <Fixed label={tenant} value={String(record.tenantName)} />
        <Fixed label={system} value={String(record.softwareName)} />
      </>
    )
  }
  return (
    <>
      <TenantInput source="tenantId" label={tenant} need={text('need_tenant')} />
      <SystemInput source="softwareId" label={system} need={text('need_system')} />
    </>
  )
}

/** The period. Unlimited has no days. */
function Period() {
  const text = useText('licences')
  const { setValue } = useFormContext()
  const isLimited = useWatch({ name: 'timeEnable' }) === true
  const clear = () => {
    setValue('startTime', null, { shouldDirty: true })
    setValue('endTime', null, { shouldDirty: true })
  }
  return (
    <>
      <BooleanInput
        source="timeEnable"
        className={styles.wide ?? ''}
        helperText={isLimited ? false : text('unlimited')}
        onChange={clear}
      />
      {isLimited && (
        <>
          <DayInput source="startTime" />
          <DayInput source="endTime" />
        </>
      )}
    </>
  )
}

interface LimitProps {
  /** The switch of the limit. */
  on: string
  /** Its bound. */
  most: string
}

/** A greatest number. A limit that is switched on begins at one. */
function Limit({ on, most }: LimitProps) {
  const text = useText('licences')
  const { setValue } = useFormContext()
  const isLimited = useWatch({ name: on }) === true
  const need: Rule = (value) =>
    trimmed(value) === '' ? text(`need_${most}`) : positive(text('least'))(value)
  return (
    <>
      <BooleanInput
        source={on}
        helperText={isLimited ? false : text('unlimited')}
        onChange={() => setValue(most, isLimited ? null : 1, { shouldDirty: true })}
      />
      {isLimited ? (
        <TextInput
          source={most}
          validate={need}
          isRequired
          helperText={text('lowered')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      ) : (
        <span />
      )}
    </>
  )
}

function LicenceInputs() {
  return (
    <>
      <FirstFault />
      <Whose />
      <Period />
      <Limit on="studyEnable" most="maxStudy" />
      <Limit on="userEnable" most="maxUser" />
      <BooleanInput source="isEnable" className={styles.wide ?? ''} />
    </>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(LicenceInputs, { defaultValues: DEFAULTS })
