import { TextInput } from 'react-admin'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { RecordEdit } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { SecondFactorInput } from '../../../widgets/form/SecondFactorInput'

/** Changes what a role requires of its people, and what it is called in English. */
export function RoleEdit() {
  const { line } = useFieldRules()
  return (
    <RecordEdit>
      <TextInput source="name" readOnly />
      <TextInput source="nameEn" validate={line} autoComplete="off" />
      <TextInput source="description" readOnly />
      <SecondFactorInput className={styles.wide} helperText="cardea.second_factor.of_role" />
    </RecordEdit>
  )
}
