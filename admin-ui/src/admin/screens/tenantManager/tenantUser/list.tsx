import { useMutation } from '@tanstack/react-query'
import { DataTable, useListContext, useRecordContext } from 'react-admin'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { useImport } from '../../../widgets/files/useImport'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Badge } from '../../../widgets/list/Badge'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { invitations } from '../invitation'
import type { Member } from './model'

const Base = lazyPart(async () => (await import('./dialogs')).Base)
const Important = lazyPart(async () => (await import('./dialogs')).Important)
const ExplainDialog = lazyPart(
  async () => (await import('../../../widgets/access/ExplainDialog')).ExplainDialog,
)
const AddDialog = lazyPart(async () => (await import('./Add')).AddDialog)

const SCREEN = 'tenantManager/tenantUser'

/** Adding people: open once a tenant is chosen. */
function Add() {
  const text = useText('tenant-users')
  const tenantId: string | undefined = useListContext().filterValues.tenantId
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  // A tenant invites; only the platform takes people in who were not asked.
  if (!tenantId || !takesIn) return null
  return (
    <DialogButton
      variant="contained"
      dialog={(onClose) => <AddDialog {...{ tenantId, onClose }} />}
    >
      {text('add')}
    </DialogButton>
  )
}

/** Whether the membership counts. */
function State() {
  const member = useRecordContext<Member>()
  const text = useText('tenant-users')
  const off = member?.enabled !== '0'
  if (off) return <Badge tone="danger">{text('disabled')}</Badge>
  return <span data-muted>{text('enabled')}</span>
}

function Acts() {
  const text = useText('tenant-users')
  const access = useOwnText('access')
  const say = useSay()
  const call = useCall()
  const removal = useRemoval('tenant-users')
  const pin = useMutation({
    mutationFn: async ({ id, fullName }: Member) => {
      await call('POST /tenant-users/{id}/pin-code', { path: { id } })
      say.done(text('pin_sent', { name: fullName }))
    },
    onError: say.failed,
  })
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  const member = useRecordContext<Member>()
  if (member?.ofPlatform && !takesIn) return <span data-muted>{text('of_platform')}</span>
  const acts = (member: Member): Act[] => [
    {
      key: 'base',
      label: text('base'),
      dialog: (onClose) => <Base {...{ member, onClose }} />,
    },
    {
      key: 'important',
      label: text('important'),
      dialog: (onClose) => <Important {...{ member, onClose }} />,
    },
    { key: 'pin', label: text('pin'), act: () => pin.mutate(member) },
    {
      key: 'explain',
      label: access('explain'),
      looking: true,
      dialog: (onClose) => (
        <ExplainDialog
          userId={member.userId}
          name={member.fullName}
          tenantId={member.tenantId}
          onClose={onClose}
        />
      ),
    },
    removal(member, text('remove_title', { name: member.fullName }), 'ra.action.delete'),
  ]
  return <RowActs name="userName" acts={acts} />
}

/** The users of tenants. */
export function TenantUserList() {
  const text = useText('tenant-users')
  const importing = useImport('tenant-users', ['userName', 'role', 'typeId', 'positionId'])
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  const more = ({ tenantId }: { tenantId?: string }): Act[] => [
    ...(tenantId && takesIn ? [importing({ tenantId })] : []),
    { key: 'invite', label: text('invite_by_mail'), dialog: invitations },
  ]
  const filters = [
    <TenantFilter key="tenant" source="tenantId" alwaysOn />,
    <SearchFilter key="q" source="q" alwaysOn />,
    <CheckFilter
      key="all"
      source="searchAll"
      text={text('search_all')}
      hint={text('search_all_hint')}
      alwaysOn
    />,
  ]
  return (
    <Listing
      filters={filters}
      sort={{ field: 'userName', order: 'ASC' }}
      more={more}
      adding={<Add />}
      keepsFilters
    >
      <DataTable.Col source="fullName" />
      <DataTable.Col source="userName" />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="phone" disableSort />
      <DataTable.Col source="roleName" disableSort />
      <DataTable.Col source="enabled" disableSort field={State} />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col source="id" disableSort label="cardea.dialog.actions" field={Acts} />
    </Listing>
  )
}
