import { BooleanInput, TextInput, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Fixed } from '../../../widgets/form/dialogInputs'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { SystemInput } from '../../../widgets/system/SystemInput'
import { TenantInput } from '../../../widgets/tenant/TenantInput'

/** Whose domain it is and of what; clients and studies stand on it, so both stay. */
function Whose() {
  const text = useText('domains')
  const record = useRecordContext()
  const [tenant, system] = [text('fields.tenantId'), text('fields.softwareId')]
  if (record?.id) {
    return (
      <>
        <Fixed label={tenant} value={String(record.tenantName)} />
        <Fixed label={system} value={String(record.softName)} />
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

function DomainInputs() {
  const text = useText('domains')
  const { needed, line, note } = useFieldRules()
  const hasCredential = useRecordContext()?.hasCredential === true
  return (
    <>
      <Whose />
      <TextInput source="urlName" {...needed(text('need_name'))} />
      <TextInput source="url" validate={line} />
      <TextInput source="websiteUrl" {...needed(text('need_website'))} />
      <TextInput source="mobileUrl" {...needed(text('need_mobile'))} />
      <TextInput source="apiUrl" validate={line} />
      <TextInput
        source="apiKey"
        validate={line}
        helperText={text(hasCredential ? 'key_kept' : 'key_hint')}
        autoComplete="off"
      />
      <TextInput source="remark" validate={note} className={styles.wide ?? ''} multiline />
      <BooleanInput source="initSoftware" />
    </>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(DomainInputs, { defaultValues: { initSoftware: false } })
