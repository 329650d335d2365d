import { DataTable, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Badge } from '../../../widgets/list/Badge'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { ShowLink } from '../../../widgets/list/ShowLink'

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** The name, as a link to the tenant's page, and whether it is out of use. */
function Name({ source }: { source: string }) {
  const tenant = useRecordContext()
  const text = useText('tenants')
  return (
    <>
      <ShowLink source={source} />
      {tenant?.archivedAt && (
        <>
          {' '}
          <Badge tone="warning">{text('archived')}</Badge>
        </>
      )}
    </>
  )
}

/** The tenants of the platform. */
export function TenantList() {
  return (
    <Listing filters={filters}>
      <DataTable.Col source="tenantName" field={Name} />
      <DataTable.Col source="tenantCode" disableSort />
      <DataTable.Col source="abbr" disableSort />
      <DataTable.Col source="categoryDesc" disableSort />
      <DataTable.Col source="contact" disableSort />
      <DataTable.Col source="address" disableSort />
    </Listing>
  )
}
