import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import { Badge } from '../../../widgets/list/Badge'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { STATES, TYPES } from './model'

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <ChoiceFilter key="roleType" source="roleType" choices={TYPES} alwaysOn />,
  <ChoiceFilter key="status" source="status" choices={STATES} alwaysOn />,
]

function Kind() {
  const record = useRecordContext()
  const translate = useTranslate()
  return translate(record?.roleType === '1' ? 'resources.roles.system' : 'resources.roles.tenant')
}

function Status() {
  const record = useRecordContext()
  const translate = useTranslate()
  const closed = record?.status !== '0'
  if (closed) return <Badge>{translate('resources.roles.closed')}</Badge>
  return <span data-muted>{translate('resources.roles.open')}</span>
}

function Acts() {
  const removal = useRemoval('roles')
  return <RowActs name="desc" acts={(role) => [removal(role, String(role.desc))]} />
}

/** Whether its people have to prove a second factor. */
function SecondFactor() {
  const required = useRecordContext()?.mfaRequired === true
  const translate = useTranslate()
  return (
    <span data-muted={!required || undefined}>
      {translate(required ? 'cardea.second_factor.required' : 'cardea.second_factor.optional')}
    </span>
  )
}

/** The roles of the platform and of its tenants. */
export function RoleList() {
  return (
    <Listing filters={filters}>
      <DataTable.Col source="name">
        <EditLink source="desc" />
      </DataTable.Col>
      <DataTable.Col source="roleType" disableSort field={Kind} />
      <DataTable.Col source="description" disableSort />
      <DataTable.Col source="mfaRequired" disableSort field={SecondFactor} />
      <DataTable.Col source="status" disableSort field={Status} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
