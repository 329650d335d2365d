import { DataTable, useRecordContext } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { useRemoval } from '../../../widgets/list/useRemoval'

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

function Style() {
  const style = useRecordContext()?.authorizationStyle
  const { data } = useAnswer('GET /software/styles', {})
  return <span>{data?.find(({ code }) => code === style)?.desc ?? ''}</span>
}

function Acts() {
  const removal = useRemoval('software')
  return (
    <RowActs
      name="softwareName"
      acts={(software) => [removal(software, String(software.softwareName))]}
    />
  )
}

/** The catalogue of trial systems. */
export function SoftwareList() {
  return (
    <Listing filters={filters}>
      <DataTable.Col source="softwareName" field={ShowLink} />
      <DataTable.Col source="webCode" disableSort />
      <DataTable.Col source="appCode" disableSort />
      <DataTable.Col source="authorizationStyle" disableSort field={Style} />
      <DataTable.Col source="validityTime" disableSort />
      <DataTable.Col source="sort" />
      <DataTable.Col source="describe" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
