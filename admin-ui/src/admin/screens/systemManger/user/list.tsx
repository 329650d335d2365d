import { useEffect, useRef, useState } from 'react'
import { DataTable, TextInput, useRecordContext } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { useImport } from '../../../widgets/files/useImport'
import { Badge } from '../../../widgets/list/Badge'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { invitations } from '../../tenantManager/invitation'
import { UserActs } from './Acts'
import { AddUser } from './AddUser'
import { Export, type Exporting, Select } from './Export'
import { LockStatus } from './LockStatus'
import type { User } from './model'

/** The columns of a file, in the order of its template. */
const COLUMNS = [
  ...['fullName', 'userName', 'email', 'phone', 'roleId', 'userType', 'sex', 'birthday'],
  ...['language', 'countryId', 'provinceId', 'cityId', 'remark'],
]

const STATUSES = [
  { id: '0', name: 'resources.users.normal' },
  { id: '1', name: 'resources.users.is_locked' },
]
const EMAILS = [
  { id: '0', name: 'resources.users.email_verified' },
  { id: '1', name: 'resources.users.email_open' },
]

/** `emailValid` 1 means not yet verified. */
function Email() {
  const record = useRecordContext<User>()
  const text = useText('users')
  return (
    <>
      <span>{record?.email}</span>
      {record?.emailValid === '1' && (
        <>
          {' '}
          <Badge tone="warning">{text('email_open')}</Badge>
        </>
      )}
    </>
  )
}

/** A phone, and why it is of no use for signing in by SMS, if it is not. */
function Phone() {
  const record = useRecordContext()
  const text = useText('users')
  const hint = record?.phoneShared ? 'phone_shared' : 'phone_open'
  const usable = record?.phoneValid !== '1'
  return (
    <>
      <span>{record?.phone}</span>
      {!usable && record?.phone && (
        <>
          {' '}
          <Badge tone="warning">{text(hint)}</Badge>
        </>
      )}
    </>
  )
}

/** The name, as a link to the person's page; who was removed has none. */
function Name({ source }: { source: string }) {
  const record = useRecordContext<User>()
  return record?.deletedAt ? <span>{record.fullName}</span> : <ShowLink source={source} />
}

/** The users of the platform. */
export function UserList() {
  const text = useText('users')
  const importing = useImport('users', COLUMNS)
  const [exporting, setExporting] = useState<Exporting>()
  const selecting = exporting === 'some'
  // Invitations are of tenants: who sees none of their users sees none of these.
  const mayInvite = hasMenu(useReader(), 'tenantManager/tenantUser')
  const filters = [
    <SearchFilter key="q" source="q" alwaysOn />,
    <TextInput key="userName" source="userName" alwaysOn resettable />,
    <ChoiceFilter key="status" source="status" choices={STATUSES} alwaysOn />,
    <ChoiceFilter key="emailValid" source="emailValid" choices={EMAILS} alwaysOn />,
    <CheckFilter
      key="all"
      source="searchAll"
      text={text('search_all')}
      hint={text('search_all_hint')}
      alwaysOn
    />,
    <CheckFilter key="deleted" source="deleted" text={text('search_deleted')} alwaysOn />,
  ]
  const moreButton = useRef<HTMLButtonElement>(null)
  // It does not wait for whoever comes back to the screen.
  useEffect(() => () => setExporting(undefined), [])
  const end = () => {
    setExporting(undefined)
    moreButton.current?.focus()
  }
  const exports = [
    { key: 'all', label: text('export_all'), act: () => setExporting('all'), looking: true },
    { key: 'some', label: text('export_some'), act: () => setExporting('some'), looking: true },
  ]
  const more = [
    ...(exporting ? [] : exports),
    importing(),
    ...(mayInvite ? [{ key: 'invite', label: text('invite_by_mail'), dialog: invitations }] : []),
  ]
  return (
    <Listing
      filters={filters}
      actions={exporting && <Export what={exporting} onEnd={end} />}
      more={more}
      moreButton={moreButton}
      adding={<AddUser />}
    >
      {selecting && (
        <DataTable.Col source="chosen" disableSort label={text('select')} field={Select} />
      )}
      <DataTable.Col source="fullName" field={Name} />
      <DataTable.Col source="userName" />
      <DataTable.Col source="email" disableSort field={Email} />
      <DataTable.Col source="phone" disableSort field={Phone} />
      <DataTable.Col source="roleName" disableSort />
      <DataTable.Col source="status" disableSort field={LockStatus} />
      <DataTable.Col source="id" disableSort label="cardea.dialog.actions" field={UserActs} />
    </Listing>
  )
}
