import { required, TextInput } from 'react-admin'
import { RecordCreate, RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/RegionInputs'

/** Levels and types of sites: dictionary categories 11 and 12 of the platform (tenant 0). */
const LEVELS = { categoryId: '11', tenantId: '0' }
const TYPES = { categoryId: '12', tenantId: '0' }
const ITEM = { reference: 'dictionary-items', source: 'dicName' }
const NAMES = { ...REGION_NAMES, levelId: ITEM, typeId: ITEM }

function SiteInputs() {
  return (
    <>
      <TextInput source="siteName" validate={required()} autoFocus className={styles.wide ?? ''} />
      <RegionInputs />
      <ReferenceSelect
        source="levelId"
        reference="dictionary-items"
        filter={LEVELS}
        optionText="dicName"
      />
      <ReferenceSelect
        source="typeId"
        reference="dictionary-items"
        filter={TYPES}
        optionText="dicName"
      />
      <TextInput source="address" autoComplete="off" />
      <TextInput source="remark" className={styles.wide ?? ''} multiline />
    </>
  )
}

/** Adds a research centre. */
export function SiteCreate() {
  return (
    <RecordCreate>
      <SiteInputs />
    </RecordCreate>
  )
}

/** Changes a research centre. */
export function SiteEdit() {
  return (
    <RecordEdit names={NAMES}>
      <SiteInputs />
    </RecordEdit>
  )
}
