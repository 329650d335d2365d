import { DataTable, TextInput, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useExport } from '../../../widgets/files/useExport'
import { DayInput } from '../../../widgets/form/DayInput'
import { EventDialog } from '../../../widgets/history/EventDialog'
import { OutcomeBadge } from '../../../widgets/history/OutcomeBadge'
import { useWhat } from '../../../widgets/history/useWhat'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField } from '../../../widgets/list/TimeText'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { LastCheck } from './LastCheck'

type AuditEvent = Schemas['AuditEvent']

/** What is looked for most often. */
const ACTIONS = [
  ...['session.started', 'session.refused', 'session.ended', 'user.created', 'user.updated'],
  ...[
    'user.important_updated',
    'user.deleted',
    'user.factors_reset',
    'user.lock_lifted',
    'user.exported',
  ],
  ...['grant.saved', 'grant.revoked', 'role.created', 'role.updated', 'role.deleted'],
  ...[
    'tenant_user.created',
    'invitation.created',
    'invitation.accepted',
    'client.created',
    'client.updated',
  ],
  ...['plugin.activated', 'signature.made', 'call.refused', 'audit.exported'],
]

function Action() {
  const event = useRecordContext<AuditEvent>()
  const what = useWhat()
  if (!event) return null
  return (
    <>
      {what(event.action)} <OutcomeBadge event={event} />
    </>
  )
}

/** What it happened to: its name then, or its id. */
function About() {
  const event = useRecordContext<AuditEvent>()
  return event ? <span>{event.recordName || event.recordId}</span> : null
}

function Acts() {
  const text = useText('audit-events')
  return (
    <RowActs<AuditEvent>
      name="action"
      acts={(event) => [
        {
          key: 'details',
          label: text('details'),
          looking: true,
          dialog: (onClose) => <EventDialog id={event.id} onClose={onClose} />,
        },
      ]}
    />
  )
}

/** The audit of the platform, or of a tenant. */
export function AuditList() {
  const text = useText('audit-events')
  const what = useWhat()
  const exporting = useExport('audit-events', 'POST /audit-events/export')
  const actions = ACTIONS.map((id) => ({ id, name: what(id) }))
  const filters = [
    <TenantFilter key="tenantId" source="tenantId" none={text('all_tenants')} alwaysOn />,
    <TextInput key="userName" source="userName" alwaysOn resettable />,
    <ChoiceFilter
      key="action"
      source="action"
      choices={actions}
      translateChoice={false}
      alwaysOn
    />,
    <DayInput key="since" source="since" moment="start" alwaysOn />,
    <DayInput key="until" source="until" moment="end" alwaysOn />,
    <CheckFilter key="notOk" source="notOk" text={text('not_ok')} alwaysOn />,
  ]
  return (
    <Listing
      filters={filters}
      actions={<LastCheck />}
      more={(filter) => [exporting(filter)]}
      keepsFilters
    >
      <DataTable.Col source="at" field={TimeField} />
      <DataTable.Col source="actorName" disableSort />
      <DataTable.Col source="action" disableSort field={Action} />
      <DataTable.Col source="recordName" disableSort field={About} />
      <DataTable.Col source="address" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
