import { TextInput } from 'react-admin'
import { RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { SecondFactorInput } from '../../../widgets/SecondFactorInput'

/** Changes what a role requires of its people. */
export function RoleEdit() {
  return (
    <RecordEdit>
      <TextInput source="name" readOnly />
      <TextInput source="description" readOnly />
      <SecondFactorInput className={styles.wide} helperText="cardea.second_factor.of_role" />
    </RecordEdit>
  )
}
