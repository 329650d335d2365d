import {
  PasswordInput,
  type RaRecord,
  SelectInput,
  TextInput,
  useLocales,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { type Rules, usePasswordRules } from '../../../../shared/passwordRules'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { DayInput } from '../../../widgets/form/DayInput'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { RecordCreate, RecordEdit } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/form/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/form/RegionInputs'
import { fits, lengthOf } from '../../../widgets/form/rules'
import { Section } from '../../../widgets/form/Section'
import { Factors } from './Factors'
import type { User } from './model'
import { Pull } from './Pull'
import userStyles from './user.module.css'

/** Platform users hold system roles (type 1). A closed one is nobody's to give. */
const SYSTEM_ROLES = { roleType: '1' }
const isOpen = ({ status }: RaRecord) => status === '0'
const SEXES = [
  { id: '0', name: 'resources.users.male' },
  { id: '1', name: 'resources.users.female' },
]
const USER_TYPES = [
  { id: '0', name: 'resources.users.display_normal' },
  { id: '1', name: 'resources.users.display_special' },
]

/** The languages that an account can have: until the server has said them, those of the console. */
function useLanguages() {
  const own = useLocales().map(({ locale, name }) => ({ id: locale, name }))
  const { data } = useAnswer('GET /languages', {}, { staleTime: Number.POSITIVE_INFINITY })
  return data?.map(({ language, desc }) => ({ id: language, name: desc })) ?? own
}

/** Such choices, by their names in the reader's language. */
function useChoices() {
  const translate = useTranslate()
  const named = (choices: typeof SEXES) =>
    choices.map(({ id, name }) => ({ id, name: translate(name) }))
  const languages = useLanguages()
  return { languages, sexes: named(SEXES), userTypes: named(USER_TYPES) }
}

/**
 * What is asked of a login name. It is no e-mail address: people sign in with either, and one must not
 * hide the other.
 */
export const loginName = (say: Record<'short' | 'at' | 'space', string>) => [
  fits(say.short, (name) => lengthOf(name) >= 4),
  fits(say.at, (name) => !name.includes('@')),
  fits(say.space, (name) => !/\s/.test(name)),
]

/** What is asked of a phone number. */
export const phone = (say: Record<'short' | 'format', string>) => [
  fits(say.short, (number) => lengthOf(number) >= 5),
  fits(say.format, (number) => /^[0-9+ -]{5,20}$/.test(number)),
]

/** The password may be left out; given, it obeys the rules for new passwords. */
export const optionalPassword = (rules: Pick<Rules, 'problems'>) => (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? rules.problems({ current: null, next: value, again: value }).next
    : undefined

function UserName() {
  const text = useText('users')
  const { needed } = useFieldRules()
  const name = loginName({
    short: text('name_short'),
    at: text('name_at'),
    space: text('name_space'),
  })
  return (
    <TextInput source="userName" {...needed(text('need_user_name'), ...name)} autoComplete="off" />
  )
}

/** What somebody is reached by. */
function Contact() {
  const text = useText('users')
  const { needed, email } = useFieldRules()
  const number = phone({ short: text('phone_short'), format: text('phone_format') })
  return (
    <Section part="contact">
      <TextInput
        source="email"
        type="email"
        {...needed(text('need_email'), email)}
        autoComplete="off"
      />
      <TextInput
        source="phone"
        type="tel"
        {...needed(text('need_phone'), ...number)}
        autoComplete="off"
      />
    </Section>
  )
}

function FullName() {
  const text = useText('users')
  const { needed } = useFieldRules()
  return <TextInput source="fullName" {...needed(text('need_name'))} autoFocus autoComplete="off" />
}

function BasicInputs({ withoutRole = false }) {
  const { languages, sexes, userTypes } = useChoices()
  const text = useText('users')
  const { note } = useFieldRules()
  return (
    <>
      {/* Of an account that is here already its own role is chosen; the server refuses another. */}
      <ReferenceSelect
        source="roleId"
        reference="roles"
        filter={SYSTEM_ROLES}
        optionText="desc"
        offered={isOpen}
        need={withoutRole ? undefined : text('need_role')}
      />
      <SelectInput source="language" choices={languages} translateChoice={false} />
      <SelectInput source="sex" choices={sexes} translateChoice={false} />
      <DayInput source="birthday" />
      <SelectInput source="userType" choices={userTypes} translateChoice={false} />
      <TextInput source="remark" validate={note} className={styles.wide} multiline />
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
      helperText={translate('resources.users.password_hint', { rule: rules.message })}
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
      <Section part="basic">
        <FullName />
        <UserName />
        <BasicInputs />
      </Section>
      <Contact />
      <Section part="address">
        <RegionInputs />
      </Section>
      <Section part="security">
        <FirstPassword />
      </Section>
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
    roleId: { reference: 'roles', source: 'desc' },
    language: { choices: languages },
    sex: { choices: sexes },
    userType: { choices: userTypes },
  }
  return (
    <RecordEdit names={names}>
      <Account />
      <Section part="basic">
        <FullName />
        <OwnInputs />
      </Section>
      <Section part="address">
        <RegionInputs />
      </Section>
      <Factors />
    </RecordEdit>
  )
}
