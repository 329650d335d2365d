import { TextInput } from 'react-admin'
import { useFieldRules } from '../../../widgets/fieldRules'
import { RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { SecondFactorInput } from '../../../widgets/SecondFactorInput'

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
