import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CreateButton, DataTable, TextInput, useRecordContext, useTranslate } from 'react-admin'
import { ChangeButton } from '../../../widgets/ChangeButton'
import { CheckFilter } from '../../../widgets/CheckFilter'
import { EditLink } from '../../../widgets/EditLink'
import { Listing } from '../../../widgets/Listing'
import { SearchFilter } from '../../../widgets/SearchFilter'
import { useSay } from '../../../widgets/say'
import { PasswordLinks, UserActs } from './Acts'
import { sendVerification } from './api'
import { Export, Select } from './Export'
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
      {record && open && record.status === '0' && (
        <Verify id={String(record.id)} email={String(record.email)} />
      )}
    </>
  )
}

function Verify({ id, email }: { id: string; email: string }) {
  const translate = useTranslate()
  const text = useTexts()
  const say = useSay()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendVerification(id),
    onSuccess: () => say.done(text('verify_done', { email })),
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
  const text = useTexts()
  const [inviting, setInviting] = useState(false)
  const [importing, setImporting] = useState(false)
  const [selecting, setSelecting] = useState(false)
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
  ]
  return (
    <div className={styles.people}>
      <Listing
        title="cardea.screen.user"
        filters={filters}
        sort={{ field: 'createdAt', order: 'DESC' }}
        actions={<Export selecting={selecting} onSelecting={setSelecting} />}
        adding={
          <>
            {!selecting && <Button onClick={() => setImporting(true)}>{text('import')}</Button>}
            {!selecting && (
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
        <DataTable.Col source="phone" disableSort />
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
