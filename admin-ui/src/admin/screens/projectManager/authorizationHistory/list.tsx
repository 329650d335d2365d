import { DataTable, TextInput, useListContext, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useExport } from '../../../widgets/files/useExport'
import { DayInput } from '../../../widgets/form/DayInput'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { TimeField } from '../../../widgets/list/TimeText'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { OperatorFilter } from '../userAllowedHistory/LazyOperatorFilter'

type Change = Schemas['PreauthorisationChange']

/** The filters that look for a part of a name. */
const NAMES = ['studyNameLike', 'siteNameLike', 'userLike', 'emailLike']

function OperatorField() {
  const row = useRecordContext<Change>()
  return row ? (
    <span>
      {row.createByFullName} ({row.createByUserName})
    </span>
  ) : null
}

function TypeField() {
  const text = useText('preauthorisation-changes')
  const row = useRecordContext<Change>()
  if (!row) return null
  const known = row.type === 3 || row.type === 4
  return (
    <span>
      {known ? text(`types.${row.type}`) : text('unknown')}
      {row.kind === 'resent' && ` · ${text('resent')}`}
    </span>
  )
}

/** The address, and the account where one was known. */
function PersonField() {
  const row = useRecordContext<Change>()
  return row ? (
    <span>
      {row.email}
      {row.userName && (
        <>
          {' '}
          <small data-muted>
            {row.userFullname} ({row.userName})
          </small>
        </>
      )}
    </span>
  ) : null
}

function StudyField() {
  const row = useRecordContext<Change>()
  return row ? <span title={row.studyCode}>{row.studyName}</span> : null
}

/** Says how far a search by name looks, while one is made. */
function Window() {
  const text = useText('preauthorisation-changes')
  const { filterValues } = useListContext()
  if (!NAMES.some((name) => filterValues?.[name])) return null
  return <small data-muted>{text('window')}</small>
}

/** What was sent and accepted, by whom, and when. */
export function PreauthorisationChanges() {
  const text = useText('preauthorisation-changes')
  const exporting = useExport('preauthorisation-changes', 'POST /preauthorisation-changes/export')
  const types = ['3', '4'].map((id) => ({ id, name: text(`types.${id}`) }))
  const filters = [
    <DayInput key="since" source="since" moment="start" alwaysOn />,
    <DayInput key="until" source="until" moment="end" alwaysOn />,
    <OperatorFilter key="createBy" source="createBy" noun="preauthorisation-changes" alwaysOn />,
    <ChoiceFilter key="type" source="type" choices={types} translateChoice={false} alwaysOn />,
    <TenantFilter key="tenantId" source="tenantId" none={text('all_tenants')} alwaysOn />,
    <SystemFilter key="softwareId" source="softwareId" alwaysOn />,
    ...NAMES.map((source) => <TextInput key={source} source={source} alwaysOn resettable />),
    <Window key="window" />,
  ]
  return (
    <Listing filters={filters} more={(filter) => [exporting(filter)]} keepsFilters>
      <DataTable.Col source="createTime" field={TimeField} />
      <DataTable.Col source="createBy" disableSort field={OperatorField} />
      <DataTable.Col source="type" disableSort field={TypeField} />
      <DataTable.Col source="email" disableSort field={PersonField} />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col source="softwareName" disableSort />
      <DataTable.Col source="studyName" disableSort field={StudyField} />
      <DataTable.Col source="siteNames" disableSort />
      <DataTable.Col source="roleNames" disableSort />
    </Listing>
  )
}
