import { TextInput } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/form/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/form/RegionInputs'
import { Section } from '../../../widgets/form/Section'

/** Levels and types of sites: dictionary categories 11 and 12 of the platform (tenant 0). */
const LEVELS = { categoryId: '11', tenantId: '0' }
const TYPES = { categoryId: '12', tenantId: '0' }
const ITEM = { reference: 'dictionary-items', source: 'dicName' }
const NAMES = { ...REGION_NAMES, levelId: ITEM, typeId: ITEM }

function SiteInputs() {
  const text = useText('sites')
  const { needed, note } = useFieldRules()
  const name = needed(text('need_name'))
  return (
    <>
      <Section part="basic">
        <TextInput source="siteName" {...name} autoFocus className={styles.wide ?? ''} />
        <ReferenceSelect
          source="levelId"
          reference="dictionary-items"
          filter={LEVELS}
          optionText="dicName"
          need={text('need_level')}
        />
        <ReferenceSelect
          source="typeId"
          reference="dictionary-items"
          filter={TYPES}
          optionText="dicName"
          need={text('need_type')}
        />
        <TextInput source="remark" validate={note} className={styles.wide ?? ''} multiline />
      </Section>
      <Section part="address">
        <RegionInputs />
        <TextInput source="address" validate={note} autoComplete="off" />
      </Section>
    </>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(SiteInputs, { names: NAMES })
