import { DataTable, useListContext } from 'react-admin'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { useImport } from '../../../widgets/files/useImport'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { invitations } from '../invitation'
import { MemberActs } from './Acts'
import { MemberState } from './MemberState'
import { SCREEN } from './model'

const AddDialog = lazyPart(async () => (await import('./Add')).AddDialog)

/** Adding people: open once a tenant is chosen. */
function Add() {
  const text = useText('tenant-users')
  const tenantId: string | undefined = useListContext().filterValues.tenantId
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  // A tenant invites; only the platform takes people in who were not asked.
  if (!tenantId || !takesIn) return null
  return (
    <DialogButton
      variant="contained"
      dialog={(onClose) => <AddDialog {...{ tenantId, onClose }} />}
    >
      {text('add')}
    </DialogButton>
  )
}

/** The users of tenants. */
export function TenantUserList() {
  const text = useText('tenant-users')
  const importing = useImport('tenant-users', ['userName', 'role', 'typeId', 'positionId'])
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  const more = ({ tenantId }: { tenantId?: string }): Act[] => [
    ...(tenantId && takesIn ? [importing({ tenantId })] : []),
    { key: 'invite', label: text('invite_by_mail'), dialog: invitations },
  ]
  const filters = [
    <TenantFilter key="tenant" source="tenantId" alwaysOn />,
    <SearchFilter key="q" source="q" alwaysOn />,
    <CheckFilter
      key="all"
      source="searchAll"
      text={text('search_all')}
      hint={text('search_all_hint')}
      alwaysOn
    />,
  ]
  return (
    <Listing filters={filters} more={more} adding={<Add />} keepsFilters>
      <DataTable.Col source="fullName" field={ShowLink} />
      <DataTable.Col source="userName" />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="phone" disableSort />
      <DataTable.Col source="roleName" disableSort />
      <DataTable.Col source="enabled" disableSort field={MemberState} />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col source="id" disableSort label="cardea.dialog.actions" field={MemberActs} />
    </Listing>
  )
}
