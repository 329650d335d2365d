import { useRef, useState } from 'react'
import { DataTable, SelectInput, TextInput, useRecordContext } from 'react-admin'
import { hasMenu, useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { useImport } from '../../../widgets/files/useImport'
import { Badge } from '../../../widgets/list/Badge'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TimeText } from '../../../widgets/list/TimeText'
import { invitations } from '../../tenantManager/invitation'
import { UserActs } from './Acts'
import { Export, type Exporting, Select } from './Export'
import { isKeptElsewhere, type User } from './model'

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

/** `status` 0 is normal; anything else is locked. So is who failed to sign in too often, until that ends. */
function LockStatus() {
  const record = useRecordContext<User>()
  const text = useText('users')
  if (!record) return null
  if (record.deletedAt) {
    return (
      <Badge>
        {text('deleted')} <TimeText at={record.deletedAt} />
      </Badge>
    )
  }
  if (record.status !== '0') return <Badge tone="danger">{text('is_locked')}</Badge>
  if (record.lockedUntil) {
    return (
      <Badge tone="danger">
        {text('locked_until')} <TimeText at={record.lockedUntil} />
      </Badge>
    )
  }
  if (isKeptElsewhere(record)) return <Badge>{text('kept_elsewhere')}</Badge>
  return <span data-muted>{text('normal')}</span>
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
    <SelectInput key="status" source="status" choices={STATUSES} alwaysOn />,
    <SelectInput key="emailValid" source="emailValid" choices={EMAILS} alwaysOn />,
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
      sort={{ field: 'createdAt', order: 'DESC' }}
      actions={exporting && <Export what={exporting} onEnd={end} />}
      more={more}
      moreButton={moreButton}
    >
      {selecting && (
        <DataTable.Col source="chosen" disableSort label={text('select')} field={Select} />
      )}
      <DataTable.Col source="fullName" field={EditLink} />
      <DataTable.Col source="userName" />
      <DataTable.Col source="email" disableSort field={Email} />
      <DataTable.Col source="phone" disableSort field={Phone} />
      <DataTable.Col source="roleName" disableSort />
      <DataTable.Col source="status" disableSort field={LockStatus} />
      <DataTable.Col source="id" disableSort label="cardea.dialog.actions" field={UserActs} />
    </Listing>
  )
}
