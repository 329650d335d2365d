import { AutocompleteInput, SelectInput, TextInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Fixed } from '../../../widgets/form/dialogInputs'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { filled } from '../../../widgets/form/rules'
import { SystemInput } from '../../../widgets/system/SystemInput'
import { CronInput } from './CronInput'
import { DEFAULT } from './cron'
import { OWN, useOwnGroup } from './own'
import { WorkdaysInput } from './WorkdaysInput'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((id) => ({ id, name: id }))
const ZONES = Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id }))
/** Most characters of an address. */
const ADDRESS = 2000

/** System and name: those of a job stay. */
function Named() {
  const text = useText('tasks')
  const { needed } = useFieldRules()
  const own = useOwnGroup()
  const record = useRecordContext()
  if (record?.id) {
    return (
      <>
        <Fixed label={text('fields.jobGroup')} value={String(record.jobGroupName)} />
        <Fixed label={text('fields.jobName')} value={String(record.jobName)} />
      </>
    )
  }
  return (
    <>
      <SystemInput
        source="jobGroup"
        label={text('fields.jobGroup')}
        need={text('need_group')}
        others={own}
      />
      <TextInput source="jobName" {...needed(text('need_name'))} />
    </>
  )
}

/** What it runs: a method of a bean, or a call. */
function What() {
  const kind = Number(useWatch({ name: 'jobType' }))
  return kind === 2 ? <Call /> : <Bean />
}

function Bean() {
  const text = useText('tasks')
  const { data } = useAnswer('GET /tasks/beans', {})
  const bean = useWatch({ name: 'beanName' })
  const names = [...new Set((data ?? []).map(({ beanName }) => beanName))]
  const methods = (data ?? []).filter(({ beanName }) => beanName === bean)
  return (
    <>
      <SelectInput
        source="beanName"
        choices={names.map((id) => ({ id, name: id }))}
        translateChoice={false}
        validate={filled(text('need_bean'))}
        isRequired
      />
      <SelectInput
        source="methodName"
        choices={methods.map(({ methodName, desc }) => ({
          id: methodName,
          name: `${methodName}: ${desc}`,
        }))}
        translateChoice={false}
        validate={filled(text('need_method'))}
        isRequired
      />
    </>
  )
}

function Call() {
  const text = useText('tasks')
  const { within } = useFieldRules()
  const hasHeader = useRecordContext()?.hasHeader === true
  return (
    <>
      <SelectInput source="httpMethod" choices={METHODS} translateChoice={false} />
      <TextInput
        source="httpUrl"
        validate={[filled(text('need_url')), within(ADDRESS)]}
        isRequired
      />
      <TextInput
        source="header"
        className={styles.wide ?? ''}
        helperText={text(hasHeader ? 'header_kept' : 'header_hint')}
        autoComplete="off"
        multiline
      />
    </>
  )
}

function TaskInputs() {
  const text = useText('tasks')
  const { note } = useFieldRules()
  const types = [1, 2].map((id) => ({ id, name: text(`types.${id}`) }))
  const statuses = [
    { id: 0, name: text('running') },
    { id: 1, name: text('paused') },
  ]
  return (
    <>
      <Named />
      <SelectInput source="jobType" choices={types} translateChoice={false} isRequired />
      <SelectInput source="status" choices={statuses} translateChoice={false} isRequired />
      <CronInput />
      <AutocompleteInput source="timeZone" choices={ZONES} translateChoice={false} isRequired />
      <WorkdaysInput />
      <What />
      <TextInput source="params" validate={note} className={styles.wide ?? ''} multiline />
      <TextInput source="remark" validate={note} className={styles.wide ?? ''} multiline />
    </>
  )
}

const NEW = {
  jobGroup: OWN,
  jobType: 1,
  status: 0,
  cronExpression: DEFAULT,
  timeZone: 'Asia/Shanghai',
  httpMethod: 'GET',
}

/** The pages that add and change one. */
export const forms = recordForms(TaskInputs, { defaultValues: NEW })
