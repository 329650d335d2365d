import { BooleanInput, RadioButtonGroupInput, TextInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { Fixed } from '../../../widgets/form/dialogInputs'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { filled } from '../../../widgets/form/rules'
import { SystemInput } from '../../../widgets/system/SystemInput'
import { TenantInput } from '../../../widgets/tenant/TenantInput'

/** All tenants. */
const ALL = '0'
const SIDES = ['blinded', 'unblinded'].map((id) => ({ id, name: `resources.blinding-rules.${id}` }))

/** Where the rule counts: everywhere, for whoever may say so, or in one tenant. */
function Where() {
  const text = useText('blinding-rules')
  const isForAll = useWatch({ name: 'tenantId' }) === ALL
  const mayAll = mayOnPlatform(useReader(), 'projectManager/blindingRule')
  return (
    <>
      {mayAll && (
        <BooleanInput
          source="tenantId"
          label={text('for_all')}
          format={(value: unknown) => value === ALL}
          parse={(on: unknown) => (on ? ALL : '')}
        />
      )}
      {!isForAll && (
        <TenantInput source="tenantId" label={text('fields.tenantId')} need={text('need_tenant')} />
      )}
    </>
  )
}

/** Which role it is about; once given, it stays. */
function Which() {
  const text = useText('blinding-rules')
  const rule = useRecordContext()
  const { needed } = useFieldRules()
  if (rule?.id) {
    return (
      <>
        <Fixed
          label={text('fields.tenantId')}
          value={rule.tenantId === ALL ? text('all') : String(rule.tenantName)}
        />
        <Fixed label={text('fields.softwareId')} value={String(rule.softwareName)} />
        <Fixed label={text('fields.columnKey')} value={String(rule.columnKey)} />
        <Fixed label={text('fields.roleId')} value={String(rule.roleId)} />
      </>
    )
  }
  return (
    <>
      <Where />
      <SystemInput
        source="softwareId"
        label={text('fields.softwareId')}
        need={text('need_system')}
      />
      <TextInput
        source="columnKey"
        {...needed(text('need_column'))}
        helperText={text('column_hint')}
        autoComplete="off"
      />
      <TextInput
        source="roleId"
        {...needed(text('need_role'))}
        helperText={text('role_hint')}
        autoComplete="off"
      />
    </>
  )
}

function RuleInputs() {
  const text = useText('blinding-rules')
  const { needed, note } = useFieldRules()
  return (
    <>
      <Which />
      <TextInput source="roleName" {...needed(text('need_name'))} autoComplete="off" />
      <RadioButtonGroupInput
        source="side"
        choices={SIDES}
        validate={filled(text('need_side'))}
        isRequired
      />
      <TextInput source="remark" validate={note} className={styles.wide ?? ''} multiline />
    </>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(RuleInputs, { defaultValues: { tenantId: '' } })
