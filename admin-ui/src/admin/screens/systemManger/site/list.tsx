import { DataTable, type RaRecord } from 'react-admin'
import { useImport } from '../../../widgets/files/useImport'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { screen } from './screen'

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** What came with the platform (`isUserAdd` 0) stays. */
function Acts() {
  const removal = useRemoval('sites')
  const acts = (site: RaRecord) =>
    site.isUserAdd === 0 ? [] : [removal(site, String(site.siteName))]
  return <RowActs name="siteName" acts={acts} />
}

/** The research centres of the platform. */
export function SiteList() {
  const importing = useImport('sites', screen.writable ?? [])
  return (
    <Listing filters={filters} more={[importing()]}>
      <DataTable.Col source="siteName" field={ShowLink} />
      <DataTable.Col source="areaName" disableSort />
      <DataTable.Col source="levelDesc" disableSort />
      <DataTable.Col source="typeDesc" disableSort />
      <DataTable.Col source="address" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
