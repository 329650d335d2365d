import {
  DateInput,
  email,
  minLength,
  PasswordInput,
  type RaRecord,
  required,
  SelectInput,
  TextInput,
  useLocales,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { type Rules, usePasswordRules } from '../../../../shared/passwordRules'
import { RecordCreate, RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/RegionInputs'
import type { User } from './api'
import { Factors } from './Factors'
import { Pull } from './Pull'
import userStyles from './user.module.css'

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

/** Such choices, by their names in the reader's language. */
function useChoices() {
  const translate = useTranslate()
  const named = (choices: typeof SEXES) =>
    choices.map(({ id, name }) => ({ id, name: translate(name) }))
  const languages = useLocales().map(({ locale, name }) => ({ id: locale, name }))
  return { languages, sexes: named(SEXES), userTypes: named(USER_TYPES) }
}

/** A login name is no e-mail address: people sign in with either, and one must not hide the other. */
export function noAt(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes('@') ? 'cardea.user.name_at' : undefined
}

/** The password may be left out; given, it obeys the rules for new passwords. */
export const optionalPassword = (rules: Pick<Rules, 'problems'>) => (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? rules.problems({ current: null, next: value, again: value }).next
    : undefined

/** What somebody signs in with and is reached by. */
function ImportantInputs() {
  return (
    <>
      <TextInput source="userName" validate={[required(), minLength(4), noAt]} autoComplete="off" />
      <TextInput source="email" type="email" validate={[required(), email()]} autoComplete="off" />
      <TextInput
        source="phone"
        type="tel"
        validate={[required(), minLength(5)]}
        autoComplete="off"
      />
    </>
  )
}

function BasicInputs({ withoutRole = false }) {
  const { languages, sexes, userTypes } = useChoices()
  return (
    <>
      <ReferenceSelect
        source="roleId"
        reference="roles"
        filter={SYSTEM_ROLES}
        optionText="name"
        optional={withoutRole}
      />
      <SelectInput source="language" choices={languages} translateChoice={false} />
      <SelectInput source="sex" choices={sexes} translateChoice={false} />
      <DateInput source="birthday" />
      <RegionInputs />
      <SelectInput source="userType" choices={userTypes} translateChoice={false} />
      <TextInput source="remark" className={styles.wide} multiline />
    </>
  )
}

function FirstPassword() {
  const translate = useTranslate()
  const rules = usePasswordRules()
  return (
    <PasswordInput
      source="password"
      validate={optionalPassword(rules)}
      helperText={translate('cardea.user.password_hint', { rule: rules.message })}
      autoComplete="new-password"
    />
  )
}

/** An account that was not pulled is a new one. */
export const ofPulled = ({ ucId, ...user }: Partial<RaRecord>) => (ucId ? { ...user, ucId } : user)

/** Adds a platform user. */
export function UserCreate() {
  return (
    <RecordCreate defaultValues={{ language: 'zh', userType: '0' }} transform={ofPulled}>
      <Pull />
      <TextInput source="fullName" validate={required()} autoFocus autoComplete="off" />
      <ImportantInputs />
      <BasicInputs />
      <FirstPassword />
    </RecordCreate>
  )
}

/** Whose account it is; what is in here has an act of its own in the list. */
function Account() {
  const user = useRecordContext<User>()
  if (!user) return null
  return (
    <p className={userStyles.account}>
      {user.userName} · {user.email} · {user.phone}
    </p>
  )
}

/**
 * Whoever was invited or imported into a tenant may have no role on the platform; to change the rest
 * of their account is no reason to give them one.
 */
function OwnInputs() {
  const user = useRecordContext<User>()
  return <BasicInputs withoutRole={!user?.roleId} />
}

/** Changes the basic information of a platform user. */
export function UserEdit() {
  const { languages, sexes, userTypes } = useChoices()
  const names = {
    ...REGION_NAMES,
    roleId: { reference: 'roles', source: 'name' },
    language: { choices: languages },
    sex: { choices: sexes },
    userType: { choices: userTypes },
  }
  return (
    <RecordEdit names={names}>
      <Account />
      <TextInput source="fullName" validate={required()} autoFocus autoComplete="off" />
      <OwnInputs />
      <Factors />
    </RecordEdit>
  )
}
