import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { DataTable, TextInput, useNotify, useRecordContext, useTranslate } from 'react-admin'
import { adminFetch } from '../../../../shared/http'
import { EditLink } from '../../../widgets/EditLink'
import { messageOf } from '../../../widgets/Failure'
import { Listing } from '../../../widgets/Listing'
import { SearchFilter } from '../../../widgets/SearchFilter'

const Invitations = lazy(async () => ({
  default: (await import('../../tenantManager/invitation/Invitations')).Invitations,
}))

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <TextInput key="userName" source="userName" alwaysOn resettable />,
]

/** `emailValid` 1 means not yet verified: a mail for that can be sent. */
function EmailVerification() {
  const record = useRecordContext()
  const translate = useTranslate()
  const open = record?.emailValid === '1'
  return (
    <>
      <span data-muted={open || undefined}>
        {translate(`cardea.user.email_${open ? 'open' : 'verified'}`)}
      </span>
      {record && open && record.status === '0' && (
        <Verify id={String(record.id)} email={String(record.email)} />
      )}
    </>
  )
}

function Verify({ id, email }: { id: string; email: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      adminFetch(`/api/admin/users/${encodeURIComponent(id)}/email-verification`, {
        method: 'POST',
      }),
    onSuccess: () => notify('cardea.user.verify_sent', { type: 'success', messageArgs: { email } }),
    onError: (error) => {
      // The server's sentence is no key: it stands for itself.
      const said = messageOf(error)
      notify(said ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: said } })
    },
  })
  return (
    <Button
      size="small"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`${translate('cardea.user.verify')}: ${email}`}
    >
      {translate('cardea.user.verify')}
    </Button>
  )
}

/** `status` 0 is normal; anything else is locked, and red. */
function LockStatus() {
  const record = useRecordContext()
  const translate = useTranslate()
  const locked = record?.status !== '0'
  return (
    <span data-locked={locked || undefined}>
      {translate(`cardea.user.${locked ? 'locked' : 'normal'}`)}
    </span>
  )
}

/** The users of the platform. */
export function UserList() {
  const translate = useTranslate()
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <Listing
        title="cardea.screen.user"
        filters={filters}
        sort={{ field: 'createdAt', order: 'DESC' }}
        actions={
          <Button onClick={() => setInviting(true)}>{translate('cardea.user.invite')}</Button>
        }
      >
        <DataTable.Col source="fullName" field={EditLink} />
        <DataTable.Col source="userName" />
        <DataTable.Col source="email" disableSort />
        <DataTable.Col source="emailValid" disableSort field={EmailVerification} />
        <DataTable.Col source="phone" disableSort />
        <DataTable.Col source="roleName" disableSort />
        <DataTable.Col source="status" disableSort field={LockStatus} />
      </Listing>
      {inviting && (
        <Suspense>
          <Invitations onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  )
}
