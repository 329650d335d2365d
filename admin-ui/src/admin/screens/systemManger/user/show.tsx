import Button from '@mui/material/Button'
import { LinkBase, ShowBase, useCreatePath, useRecordContext, useRedirect } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { firstRows, useAnswer } from '../../../widgets/data/useCall'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { lazyPart } from '../../../widgets/lazyPart'
import { CopyText } from '../../../widgets/list/CopyText'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { TimeText } from '../../../widgets/list/TimeText'
import { RecordPage } from '../../../widgets/record/RecordPage'
import { UserActs } from './Acts'
import { Factors } from './Factors'
import { LockStatus } from './LockStatus'
import type { User } from './model'

const ExplainDialog = lazyPart(
  async () => (await import('../../../widgets/access/ExplainDialog')).ExplainDialog,
)
const Grants = lazyPart(async () => (await import('./Grants')).Grants)
const Memberships = lazyPart(async () => (await import('./Memberships')).Memberships)
const Sessions = lazyPart(async () => (await import('./Sessions')).Sessions)

/** The page of a person: who they are, what they have, and where they are signed in. */
export function UserShow() {
  return (
    <ShowBase>
      <Person />
    </ShowBase>
  )
}

function Person() {
  const user = useRecordContext<User>()
  const text = useText('users')
  const own = useOwnText('record')
  const grants = useOwnText('grants')
  const reader = useReader()
  if (!user) return null
  const { id } = user
  const seesGrants = hasMenu(reader, 'projectManager/userAllowed')
  return (
    <RecordPage
      name={user.fullName}
      facts={[
        [text('fields.userName'), user.userName],
        [text('fields.email'), user.email],
        [text('fields.phone'), user.phone],
        [text('fields.roleName'), user.roleName ?? text('no_role')],
        [text('fields.status'), <LockStatus key="status" />],
        ...(user.status === '0'
          ? []
          : [[text('lock_reason'), <LockReason key="reason" id={id} />] as const]),
        [text('fields.remark'), user.remark],
        ['ID', <CopyText key="id" text={id} shown={13} />],
      ]}
      acts={<Acts user={user} />}
      tabs={[
        ...(seesGrants
          ? [{ key: 'access', label: grants('title'), content: <Grants userId={id} /> }]
          : []),
        { key: 'tenants', label: text('tabs.tenants'), content: <Memberships userId={id} /> },
        { key: 'sessions', label: text('tabs.sessions'), content: <Sessions user={user} /> },
        { key: 'factors', label: text('factors.title'), content: <Factors /> },
        {
          key: 'history',
          label: own('history'),
          content: <HistoryTab resource="users" id={id} />,
        },
      ]}
    />
  )
}

function Acts({ user }: { user: User }) {
  const access = useOwnText('access')
  const own = useOwnText('record')
  const mayEdit = useMayEdit()
  const createPath = useCreatePath()
  const redirect = useRedirect()
  return (
    <>
      {mayEdit && (
        <Button
          variant="contained"
          component={LinkBase}
          to={createPath({ resource: 'users', type: 'edit', id: user.id })}
        >
          {own('edit')}
        </Button>
      )}
      <DialogButton
        variant="outlined"
        looking
        dialog={(onClose) => (
          <ExplainDialog userId={user.id} name={user.fullName} onClose={onClose} />
        )}
      >
        {access('explain')}
      </DialogButton>
      {mayEdit && <UserActs onRemoved={() => redirect('list', 'users')} />}
    </>
  )
}

/** Why, when and by whom the account was locked last. */
function LockReason({ id }: { id: string }) {
  const filter = { resource: 'users', recordId: id, action: 'user.locked' }
  const { data } = useAnswer('GET /audit-events', { query: firstRows(1, filter, ['at', 'DESC']) })
  const last = data?.[0]
  if (!last) return <span data-muted>–</span>
  return (
    <>
      {last.reason || '–'}{' '}
      <small data-muted>
        {last.actorName} · <TimeText at={last.at} />
      </small>
    </>
  )
}
