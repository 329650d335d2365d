import { DataTable } from 'react-admin'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** The tenants of the platform. */
export function TenantList() {
  return (
    <Listing filters={filters} sort={{ field: 'createdAt', order: 'DESC' }}>
      <DataTable.Col source="tenantName" field={EditLink} />
      <DataTable.Col source="tenantCode" disableSort />
      <DataTable.Col source="abbr" disableSort />
      <DataTable.Col source="categoryDesc" disableSort />
      <DataTable.Col source="contact" disableSort />
      <DataTable.Col source="address" disableSort />
    </Listing>
  )
}
