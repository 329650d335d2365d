import { DataTable, TextInput } from 'react-admin'
import { PlatformEdits } from '../../../widgets/access/PlatformEdits'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <TenantFilter key="tenant" source="tenantId" alwaysOn />,
  <SystemFilter key="software" source="softwareId" alwaysOn />,
  <TextInput key="url" source="url" alwaysOn />,
]

function Acts() {
  const removal = useRemoval('domains')
  return <RowActs name="urlName" acts={(domain) => [removal(domain, String(domain.urlName))]} />
}

/** The addresses of tenants' systems. */
export function DomainList() {
  return (
    <PlatformEdits path="software/urlSet">
      <Listing filters={filters} sort={{ field: 'urlName', order: 'ASC' }} keepsFilters>
        <DataTable.Col source="urlName" field={EditLink} />
        <DataTable.Col source="tenantName" disableSort />
        <DataTable.Col source="softName" disableSort />
        <DataTable.Col source="url" disableSort />
        <DataTable.Col source="websiteUrl" disableSort />
        <DataTable.Col source="mobileUrl" disableSort />
        <DataTable.Col source="apiUrl" disableSort />
        <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
      </Listing>
    </PlatformEdits>
  )
}
