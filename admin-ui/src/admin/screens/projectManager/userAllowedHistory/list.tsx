import { DataTable, TextInput, useListContext, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useExport } from '../../../widgets/files/useExport'
import { DayInput } from '../../../widgets/form/DayInput'
import { HeldDialog } from '../../../widgets/held/LazyHeldDialog'
import { Badge } from '../../../widgets/list/Badge'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField } from '../../../widgets/list/TimeText'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { OperatorFilter } from './LazyOperatorFilter'

type GrantChange = Schemas['GrantChange']

/** The filters that look for a part of a name. */
const NAMES = ['studyNameLike', 'siteNameLike', 'userLike']

function OperatorField() {
  const text = useText('grant-changes')
  const row = useRecordContext<GrantChange>()
  if (!row) return null
  if (!row.createByUserName) return <span data-muted>{text('automatic')}</span>
  return (
    <span>
      {row.createByFullName} ({row.createByUserName})
    </span>
  )
}

/** Added or cancelled, and what became of the grant where that says more. */
function TypeField() {
  const text = useText('grant-changes')
  const row = useRecordContext<GrantChange>()
  if (!row) return null
  const known = row.type === 1 || row.type === 2
  const plain = row.kind === 'granted' || row.kind === 'revoked'
  return (
    <span title={row.reason}>
      {known ? text(`types.${row.type}`) : text('unknown')}
      {!plain && ` · ${text(`kinds.${row.kind}`)}`}
      {row.cause !== 'administrator' && (
        <>
          {' '}
          <small data-muted>{text(`causes.${row.cause}`)}</small>
        </>
      )}
      {row.answer !== '' && row.answer !== 'confirmed' && (
        <>
          {' '}
          <Badge tone="danger">{text('untold')}</Badge>
        </>
      )}
    </span>
  )
}

function PersonField() {
  const row = useRecordContext<GrantChange>()
  return row ? (
    <span>
      {row.fullName} ({row.userName})
    </span>
  ) : null
}

function StudyField() {
  const row = useRecordContext<GrantChange>()
  return row ? <span title={row.studyCode}>{row.studyName}</span> : null
}

function Acts() {
  const text = useText('grant-changes')
  return (
    <RowActs<GrantChange>
      name="fullName"
      acts={({ studyId, studyCode, createTime }) => [
        {
          key: 'held',
          label: text('held_then'),
          looking: true,
          dialog: (onClose) => (
            <HeldDialog
              study={{ id: studyId, code: studyCode }}
              at={createTime}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  )
}

/** Says how far a search by name looks, while one is made. */
function Window() {
  const text = useText('grant-changes')
  const { filterValues } = useListContext()
  if (!NAMES.some((name) => filterValues?.[name])) return null
  return <small data-muted>{text('window')}</small>
}

/** What was given and taken, by whom, and when. */
export function GrantChanges() {
  const text = useText('grant-changes')
  const exporting = useExport('grant-changes', 'POST /grant-changes/export')
  const types = ['1', '2'].map((id) => ({ id, name: text(`types.${id}`) }))
  const filters = [
    <DayInput key="since" source="since" moment="start" alwaysOn />,
    <DayInput key="until" source="until" moment="end" alwaysOn />,
    <OperatorFilter key="createBy" source="createBy" alwaysOn />,
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
      <DataTable.Col source="fullName" disableSort field={PersonField} />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col source="softwareName" disableSort />
      <DataTable.Col source="studyName" disableSort field={StudyField} />
      <DataTable.Col source="siteNames" disableSort />
      <DataTable.Col source="roleNames" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
