import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CreateButton, DataTable, TextInput, useRecordContext, useTranslate } from 'react-admin'
import { hasMenu, useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { useSay } from '../../../widgets/feedback/say'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TimeText } from '../../../widgets/list/TimeText'
import { PasswordLinks, UserActs } from './Acts'
import { Export, Select } from './Export'
import type { User } from './model'
import { useTexts } from './texts'
import styles from './user.module.css'

const Invitations = lazy(async () => ({
  default: (await import('../../tenantManager/invitation/Invitations')).Invitations,
}))

const Import = lazy(async () => ({ default: (await import('./Import')).Import }))

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
      {record && open && record.status === '0' && !record.deletedAt && (
        <Verify id={String(record.id)} email={String(record.email)} />
      )}
    </>
  )
}

function Verify({ id, email }: { id: string; email: string }) {
  const translate = useTranslate()
  const text = useTexts()
  const say = useSay()
  const call = useCall()
  const handedOver = useHandedOver()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { messageId } = await call('POST /users/{id}/email-verification', { path: { id } })
      await handedOver(messageId, email, text('verify_done', { email }))
    },
    onError: say.failed,
  })
  return (
    <ChangeButton
      size="small"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`${translate('cardea.user.verify')}: ${email}`}
    >
      {translate('cardea.user.verify')}
    </ChangeButton>
  )
}

/** `status` 0 is normal; anything else is locked, and red. So is who failed to sign in too often, until that ends. */
function LockStatus() {
  const record = useRecordContext<User>()
  const translate = useTranslate()
  const text = useTexts()
  if (record?.deletedAt) {
    return (
      <span data-locked>
        {text('deleted')} <TimeText at={record.deletedAt} />
      </span>
    )
  }
  const locked = record?.status !== '0'
  if (!locked && record?.lockedUntil) {
    return (
      <span data-locked>
        {text('locked_until')} <TimeText at={record.lockedUntil} />
      </span>
    )
  }
  return (
    <span data-locked={locked || undefined}>
      {translate(`cardea.user.${locked ? 'locked' : 'normal'}`)}
    </span>
  )
}

/** A phone, and why it is of no use for signing in by SMS, if it is not. */
function Phone() {
  const record = useRecordContext()
  const text = useTexts()
  const hint = record?.phoneShared ? 'phone_shared' : 'phone_open'
  const usable = record?.phoneValid !== '1'
  return (
    <>
      <span>{record?.phone}</span>
      {!usable && record?.phone && <small data-muted> {text(hint)}</small>}
    </>
  )
}

/** The users of the platform. */
export function UserList() {
  const translate = useTranslate()
  const text = useTexts()
  const [inviting, setInviting] = useState(false)
  const [importing, setImporting] = useState(false)
  const [selecting, setSelecting] = useState(false)
  // Invitations are of tenants: who sees none of their users sees none of these.
  const mayInvite = hasMenu(useReader(), 'tenantManager/tenantUser')
  const filters = [
    <SearchFilter key="q" source="q" alwaysOn />,
    <TextInput key="userName" source="userName" alwaysOn resettable />,
    <CheckFilter
      key="all"
      source="searchAll"
      text={text('search_all')}
      hint={text('search_all_hint')}
      alwaysOn
    />,
    <CheckFilter key="deleted" source="deleted" text={text('search_deleted')} alwaysOn />,
  ]
  return (
    <div className={styles.people}>
      <Listing
        filters={filters}
        sort={{ field: 'createdAt', order: 'DESC' }}
        actions={<Export selecting={selecting} onSelecting={setSelecting} />}
        adding={
          <>
            {!selecting && <Button onClick={() => setImporting(true)}>{text('import')}</Button>}
            {!selecting && mayInvite && (
              <Button onClick={() => setInviting(true)}>{translate('cardea.user.invite')}</Button>
            )}
            <CreateButton variant="contained" />
          </>
        }
      >
        {selecting && (
          <DataTable.Col source="chosen" disableSort label={text('select')} field={Select} />
        )}
        <DataTable.Col source="fullName" field={EditLink} />
        <DataTable.Col source="userName" />
        <DataTable.Col source="email" disableSort />
        <DataTable.Col source="emailValid" disableSort field={EmailVerification} />
        <DataTable.Col source="phone" disableSort field={Phone} />
        <DataTable.Col source="roleName" disableSort />
        <DataTable.Col source="org" disableSort label={text('password')} field={PasswordLinks} />
        <DataTable.Col source="status" disableSort field={LockStatus} />
        <DataTable.Col source="id" disableSort label={text('actions')} field={UserActs} />
      </Listing>
      {importing && (
        <Suspense>
          <Import onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {inviting && (
        <Suspense>
          <Invitations onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </div>
  )
}
