import { LinkBase } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { Badge } from '../../../widgets/list/Badge'
import { TimeText } from '../../../widgets/list/TimeText'
import { Waiting } from '../../../widgets/list/Waiting'
import { RowsTable } from '../../../widgets/record/RowsTable'

const USERS_OF_TENANTS = 'tenantManager/tenantUser'

/** The tenants that a person belongs to, with their role in each. */
export function Memberships({ userId }: { userId: string }) {
  const text = useText('users')
  const reader = useReader()
  const { data, error, refetch } = useAnswer('GET /users/{id}/memberships', {
    path: { id: userId },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const linked = hasMenu(reader, USERS_OF_TENANTS)
  const list = (tenantId: string) =>
    `/index/${USERS_OF_TENANTS}?filter=${encodeURIComponent(JSON.stringify({ tenantId }))}`
  return (
    <RowsTable
      label={text('tabs.tenants')}
      rows={data}
      keyOf={({ id }) => id}
      empty={text('no_tenants')}
      columns={[
        [
          text('of_tenant'),
          ({ tenantId, tenantName }) =>
            linked ? <LinkBase to={list(tenantId)}>{tenantName}</LinkBase> : tenantName,
        ],
        [text('fields.roleName'), ({ roleName }) => roleName ?? text('no_role')],
        [text('joined'), ({ joinDate }) => <TimeText at={joinDate} />],
        [
          text('membership'),
          ({ disabled }) =>
            disabled ? (
              <Badge tone="danger">{text('is_disabled')}</Badge>
            ) : (
              <span data-muted>{text('is_enabled')}</span>
            ),
        ],
      ]}
    />
  )
}
