import Chip from '@mui/material/Chip'
import { DataTable, TextInput, useRecordContext, useTranslate } from 'react-admin'
import { EditLink } from '../../../widgets/EditLink'
import { Listing } from '../../../widgets/Listing'
import { SearchFilter } from '../../../widgets/SearchFilter'

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <TextInput key="userName" source="userName" alwaysOn resettable />,
]

/** `emailValid` 1 means not yet verified. */
function EmailVerification() {
  const record = useRecordContext()
  const translate = useTranslate()
  const open = record?.emailValid === '1'
  return (
    <span data-muted={open || undefined}>
      {translate(`cardea.user.email_${open ? 'open' : 'verified'}`)}
    </span>
  )
}

/** `status` 0 is normal; anything else is locked, and red. */
function LockStatus() {
  const record = useRecordContext()
  const translate = useTranslate()
  return record?.status === '0' ? (
    <span>{translate('cardea.user.normal')}</span>
  ) : (
    <Chip size="small" color="error" label={translate('cardea.user.locked')} />
  )
}

/** The users of the platform. */
export function UserList() {
  return (
    <Listing
      title="cardea.screen.user"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
    >
      <DataTable.Col source="fullName" field={EditLink} />
      <DataTable.Col source="userName" />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="emailValid" disableSort field={EmailVerification} />
      <DataTable.Col source="phone" disableSort />
      <DataTable.Col source="roleName" disableSort />
      <DataTable.Col source="status" disableSort field={LockStatus} />
    </Listing>
  )
}
