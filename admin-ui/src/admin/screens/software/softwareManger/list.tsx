import { DataTable, type RaRecord, useRecordContext, useTranslate } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { useRemoval } from '../../../widgets/list/RemoveButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { SearchFilter } from '../../../widgets/list/SearchFilter'

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

function Style() {
  const style = useRecordContext()?.authorizationStyle
  const { data } = useAnswer('GET /software/styles', {})
  return <span>{data?.find(({ code }) => code === style)?.desc ?? ''}</span>
}

function Acts() {
  const software = useRecordContext<RaRecord>()
  return software ? <Remove software={software} /> : null
}

function Remove({ software }: { software: RaRecord }) {
  const translate = useTranslate()
  const name = String(software.softwareName)
  const { act, question } = useRemoval({ resource: 'software', record: software, name })
  return (
    <>
      <RowMenu label={translate('cardea.list.acts', { name })} acts={[act]} />
      {question}
    </>
  )
}

/** The catalogue of trial systems. */
export function SoftwareList() {
  return (
    <Listing filters={filters} sort={{ field: 'sort', order: 'ASC' }}>
      <DataTable.Col source="softwareName" field={EditLink} />
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
