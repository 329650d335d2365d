import { BooleanInput, SelectInput, TextInput, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useText } from '../../../widgets/data/useText'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { RecordCreate, RecordEdit } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { filled } from '../../../widgets/form/rules'
import { SecondFactorInput } from '../../../widgets/form/SecondFactorInput'
import { TYPES } from './model'
import { Permissions } from './Permissions'

/** Yes is `0`, no is `1`. */
const YES = {
  format: (value: unknown) => value === '0',
  parse: (checked: unknown) => (checked ? '0' : '1'),
}

/** The permission set, except of a system role that has everything. */
function PermissionSet() {
  const [type, superAdmin] = useWatch({ name: ['roleType', 'superAdmin'] })
  if (type === '1' && superAdmin === '0') return null
  return <Permissions onlyTenants={type === '2'} />
}

function RoleInputs({ isNew = false }: { isNew?: boolean }) {
  const text = useText('roles')
  const { needed, line, note } = useFieldRules()
  return (
    <>
      <TextInput source="name" {...needed(text('need_name'))} autoFocus autoComplete="off" />
      <TextInput source="nameEn" validate={line} autoComplete="off" />
      <SelectInput
        source="roleType"
        choices={TYPES}
        readOnly={!isNew}
        validate={filled(text('need_type'))}
        isRequired
        {...(isNew ? {} : { helperText: 'resources.roles.type_stays' })}
      />
      <TextInput source="description" validate={note} multiline />
      <BooleanInput source="status" label="resources.roles.in_effect" {...YES} defaultValue="0" />
      <BooleanInput
        source="superAdmin"
        {...YES}
        helperText="resources.roles.super_admin_hint"
        defaultValue="1"
      />
      <SecondFactorInput className={styles.wide} helperText="cardea.second_factor.of_role" />
      <PermissionSet />
    </>
  )
}

/** Adds a role. */
export function RoleCreate() {
  return (
    <RecordCreate>
      <RoleInputs isNew />
    </RecordCreate>
  )
}

/** Changes a role. */
export function RoleEdit() {
  const translate = useTranslate()
  const text = useText('roles')
  const yes = (key: string) => ({
    said: (value: unknown) => text(`${key}_${value === '0' ? 'yes' : 'no'}`),
  })
  const names = {
    status: yes('status'),
    superAdmin: yes('super_admin'),
    mfaRequired: {
      said: (value: unknown) =>
        translate(
          value === true ? 'cardea.second_factor.required' : 'cardea.second_factor.optional',
        ),
    },
    resourceIdList: {
      said: (value: unknown) =>
        text('menus', { smart_count: Array.isArray(value) ? value.length : 0 }),
    },
  }
  return (
    <RecordEdit names={names}>
      <RoleInputs />
    </RecordEdit>
  )
}
