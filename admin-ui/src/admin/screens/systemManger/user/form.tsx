import {
  DateInput,
  email,
  minLength,
  PasswordInput,
  required,
  SelectInput,
  TextInput,
  useLocales,
} from 'react-admin'
import { passwordProblem } from '../../../../shared/newPassword'
import { RecordCreate, RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/ReferenceSelect'
import { Factors } from './Factors'

/** Platform users hold system roles (type 1). */
const SYSTEM_ROLES = { roleType: '1' }
const SEXES = [
  { id: '0', name: 'cardea.user.male' },
  { id: '1', name: 'cardea.user.female' },
]
const USER_TYPES = [
  { id: '0', name: 'cardea.user.display_normal' },
  { id: '1', name: 'cardea.user.display_special' },
]

/** A login name is no e-mail address: people sign in with either, and one must not hide the other. */
export function noAt(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes('@') ? 'cardea.user.name_at' : undefined
}

/** The password may be left out; given, it obeys the rule for new passwords. */
export function optionalPassword(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && passwordProblem(value)
    ? 'cardea.user.password_rule'
    : undefined
}

function UserInputs() {
  const languages = useLocales()
  return (
    <>
      <TextInput source="fullName" validate={required()} autoFocus autoComplete="off" />
      <TextInput source="userName" validate={[required(), minLength(4), noAt]} autoComplete="off" />
      <TextInput source="email" type="email" validate={[required(), email()]} autoComplete="off" />
      <TextInput
        source="phone"
        type="tel"
        validate={[required(), minLength(5)]}
        autoComplete="off"
      />
      <ReferenceSelect source="roleId" reference="roles" filter={SYSTEM_ROLES} optionText="name" />
      <SelectInput
        source="language"
        choices={languages.map(({ locale, name }) => ({ id: locale, name }))}
        translateChoice={false}
      />
      <SelectInput source="sex" choices={SEXES} />
      <DateInput source="birthday" />
      <SelectInput source="userType" choices={USER_TYPES} />
      <TextInput source="remark" className={styles.wide} multiline />
    </>
  )
}

/** Adds a platform user. */
export function UserCreate() {
  return (
    <RecordCreate defaultValues={{ language: 'zh', userType: '0' }}>
      <UserInputs />
      <PasswordInput
        source="password"
        validate={optionalPassword}
        helperText="cardea.user.password_hint"
        autoComplete="new-password"
      />
    </RecordCreate>
  )
}

/** Changes a platform user. */
export function UserEdit() {
  return (
    <RecordEdit>
      <UserInputs />
      <Factors />
    </RecordEdit>
  )
}
