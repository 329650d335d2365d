import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { DataTable, useListContext, useRecordContext, useTranslate } from 'react-admin'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Badge } from '../../../widgets/list/Badge'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { Listing, type MoreAct } from '../../../widgets/list/Listing'
import { type RowAct, RowMenu } from '../../../widgets/list/RowMenu'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'
import { Invitations } from '../invitation'
import type { Member } from './model'

const Base = lazy(async () => ({ default: (await import('./dialogs')).Base }))
const Important = lazy(async () => ({ default: (await import('./dialogs')).Important }))
const Remove = lazy(async () => ({ default: (await import('./dialogs')).Remove }))
const Import = lazy(async () => ({ default: (await import('./Import')).Import }))
const AddDialog = lazy(async () => ({ default: (await import('./Add')).AddDialog }))

const SCREEN = 'tenantManager/tenantUser'

/** Adding people: open once a tenant is chosen. */
function Add() {
  const text = useText('tenant-users')
  const { filterValues } = useListContext()
  const [open, setOpen] = useState(false)
  const tenantId = filterValues.tenantId as string | undefined
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  // A tenant invites; only the platform takes people in who were not asked.
  if (!tenantId || !takesIn) return null
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {text('add')}
      </Button>
      {open && (
        <Suspense>
          <AddDialog tenantId={tenantId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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

type Dialog = ComponentType<{ member: Member; onClose(): void }>

function Acts() {
  const member = useRecordContext<Member>()
  const text = useText('tenant-users')
  const [Shown, setShown] = useState<Dialog>()
  const say = useSay()
  const call = useCall()
  const pin = useMutation({
    mutationFn: () =>
      call('POST /tenant-users/{id}/pin-code', { path: { id: String(member?.id) } }),
    onSuccess: () => say.done(text('pin_sent', { name: String(member?.fullName) })),
    onError: say.failed,
  })
  const reader = useReader()
  if (!member) return null
  if (member.ofPlatform && !mayOnPlatform(reader, SCREEN)) {
    return <span data-muted>{text('of_platform')}</span>
  }
  const open = (dialog: Dialog) => setShown(() => dialog)
  const acts: RowAct[] = [
    { key: 'base', label: text('base'), act: () => open(Base) },
    { key: 'important', label: text('important'), act: () => open(Important) },
    { key: 'pin', label: text('pin'), act: () => pin.mutate() },
    { key: 'remove', label: text('remove'), act: () => open(Remove) },
  ]
  return (
    <>
      <RowMenu label={text('acts', { name: member.userName })} acts={acts} />
      {Shown && (
        <Suspense>
          <Shown member={member} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The users of tenants. */
export function TenantUserList() {
  const text = useText('tenant-users')
  const translate = useTranslate()
  const [inviting, setInviting] = useState(false)
  const [importing, setImporting] = useState<string>()
  const takesIn = mayOnPlatform(useReader(), SCREEN)
  const more = ({ tenantId }: { tenantId?: string }): MoreAct[] => [
    ...(tenantId && takesIn
      ? [{ key: 'import', label: translate('cardea.import'), act: () => setImporting(tenantId) }]
      : []),
    { key: 'invite', label: text('invite_by_mail'), act: () => setInviting(true) },
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
    <>
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
        <DataTable.Col source="id" disableSort label={text('actions')} field={Acts} />
      </Listing>
      {importing && (
        <Suspense>
          <Import tenantId={importing} onClose={() => setImporting(undefined)} />
        </Suspense>
      )}
      {inviting && (
        <Suspense>
          <Invitations onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  )
}
