import Button from '@mui/material/Button'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { Badge } from '../../../widgets/list/Badge'
import { TimeText } from '../../../widgets/list/TimeText'
import { useDialog } from '../../../widgets/list/useDialog'
import { Waiting } from '../../../widgets/list/Waiting'
import { KeyPages } from '../../../widgets/record/KeyPages'
import { RowsTable } from '../../../widgets/record/RowsTable'
import type { User } from './model'
import styles from './user.module.css'

type Session = Schemas['SessionShown']
type SignIn = Schemas['SignInShown']

const SIGN_INS = 'GET /users/{id}/sign-ins'
const GOOD = new Set(['signed_in', 'proved_again'])

const methods = (amr: readonly string[]) => (amr.length > 0 ? amr.join(', ') : '–')

/** Where a person is signed in now, and their sign-ins before. */
export function Sessions({ user }: { user: User }) {
  const text = useText('users')
  return (
    <div className={styles.sessions}>
      <h2>{text('sessions.open')}</h2>
      <Open user={user} />
      <h2>{text('sessions.last')}</h2>
      <Last id={user.id} />
    </div>
  )
}

function Open({ user }: { user: User }) {
  const text = useText('users')
  const mayEdit = useMayEdit()
  const { open, dialog } = useDialog()
  const { data, error, refetch } = useAnswer('GET /users/{id}/sessions', { path: { id: user.id } })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const place = ({ browser, system }: Session) => [browser, system].filter(Boolean).join(', ')
  const end = (session: Session) =>
    session.current ? (
      <span data-muted>{text('sessions.current')}</span>
    ) : (
      <Button
        size="small"
        color="error"
        onClick={() => open((onClose) => <EndDialog {...{ user, session, onClose }} />)}
      >
        {text('sessions.end')}
      </Button>
    )
  return (
    <>
      <RowsTable
        label={text('sessions.open')}
        rows={data}
        keyOf={({ id }) => id}
        empty={text('sessions.none')}
        columns={[
          [text('sessions.began'), ({ beganAt }) => <TimeText at={beganAt} />],
          [text('sessions.seen'), ({ seenAt }) => <TimeText at={seenAt} />],
          [text('sessions.where'), (session) => place(session) || '–'],
          [text('sessions.address'), ({ address }) => address ?? '–'],
          [text('sessions.methods'), ({ amr }) => methods(amr)],
          ...(mayEdit ? [[text('sessions.actions'), end] as const] : []),
        ]}
      />
      {dialog}
    </>
  )
}

interface EndDialogProps {
  user: User
  session: Session
  onClose(): void
}

function EndDialog({ user, session, onClose }: EndDialogProps) {
  const text = useText('users')
  const call = useCall()
  return (
    <FormDialog
      resource="users"
      title={text('sessions.end_title', { name: user.fullName })}
      text={text('sessions.end_text')}
      submit={text('sessions.end')}
      danger
      fields={[]}
      act={() =>
        call('DELETE /users/{id}/sessions/{sessionId}', {
          path: { id: user.id, sessionId: session.id },
        })
      }
      done={() => text('sessions.ended')}
      onClose={onClose}
    />
  )
}

function Last({ id }: { id: string }) {
  const text = useText('users')
  const call = useCall()
  const outcome = ({ outcome: how, count }: SignIn) => {
    const said = text(`outcome.${how}`) + (count > 1 ? ` × ${count}` : '')
    return GOOD.has(how) ? <span>{said}</span> : <Badge tone="warning">{said}</Badge>
  }
  return (
    <KeyPages<SignIn>
      queryKey={['users', SIGN_INS, id]}
      ask={(before, signal) => call(SIGN_INS, { path: { id }, query: { before }, signal })}
    >
      {(rows) => (
        <RowsTable
          label={text('sessions.last')}
          rows={rows}
          keyOf={(row) => row.id}
          empty={text('sessions.never')}
          columns={[
            [text('sessions.at'), ({ at }) => <TimeText at={at} />],
            [text('sessions.outcome'), outcome],
            [text('sessions.address'), ({ address }) => address ?? '–'],
            [text('sessions.methods'), ({ amr }) => methods(amr)],
          ]}
        />
      )}
    </KeyPages>
  )
}
