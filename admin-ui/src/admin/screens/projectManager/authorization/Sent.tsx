import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useGetList } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { PAGE_SIZES } from '../../../widgets/data/reference'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSay } from '../../../widgets/feedback/say'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Asking } from '../../../widgets/list/Asking'
import { Badge } from '../../../widgets/list/Badge'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { TablePages } from '../../../widgets/list/TablePages'
import { TimeText } from '../../../widgets/list/TimeText'
import { useSettled } from '../../../widgets/list/useSettled'
import panel from '../userAllowed/userAllowed.module.css'
import styles from './authorization.module.css'

type Preauthorisation = Schemas['Preauthorisation']

const STATES = ['waiting', 'accepted', 'failed', 'declined', 'expired', 'withdrawn'] as const

interface SentProps {
  softwareId: string
  tenantId: string
}

/** What was sent in a system of a tenant, the newest first, and what became of it. */
export function Sent({ softwareId, tenantId }: SentProps) {
  const text = useText('preauthorisations')
  const title = useId()
  const [state, setState] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [perPage, setPerPage] = useState(PAGE_SIZES[0] ?? 10)
  const q = useSettled(search.trim())
  const { data, total, error, refetch } = useGetList<Preauthorisation>('preauthorisations', {
    filter: { tenantId, softwareId, ...(state ? { state } : {}), ...(q ? { q } : {}) },
    pagination: { page: page + 1, perPage },
    sort: { field: 'createdAt', order: 'DESC' },
  })
  const narrowed = state !== '' || q !== ''
  const first = (change: () => void) => {
    change()
    setPage(0)
  }
  return (
    <section className={styles.sent} aria-labelledby={title}>
      <header>
        <h2 id={title}>{text('sent_so_far')}</h2>
        <TextField
          select
          size="small"
          id={`${title}-state`}
          label={text('fields.state')}
          slotProps={{ select: { displayEmpty: true } }}
          value={state}
          onChange={(event) => first(() => setState(event.target.value))}
          className={styles.state ?? ''}
        >
          <MenuItem value="">{text('all')}</MenuItem>
          {STATES.map((each) => (
            <MenuItem key={each} value={each}>
              {text(`states.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <input
          type="search"
          className={panel.search}
          value={search}
          onChange={(event) => first(() => setSearch(event.target.value))}
          placeholder={text('search')}
          aria-label={text('search')}
          autoComplete="off"
        />
      </header>
      {error && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <p role="status">{text(narrowed ? 'no_match' : 'empty')}</p>}
      {data && data.length > 0 && <Table rows={data} />}
      <TablePages
        count={total ?? 0}
        page={page}
        rowsPerPage={perPage}
        onPage={setPage}
        onSize={(rows) => first(() => setPerPage(rows))}
      />
    </section>
  )
}

const COLUMNS = ['email', 'studyNames', 'siteNames', 'roleNames', 'state', 'inviterName', 'sentAt']

function Table({ rows }: { rows: Preauthorisation[] }) {
  const text = useText('preauthorisations')
  return (
    <div className={panel.scroll}>
      <table className={panel.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {text(`fields.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row }: { row: Preauthorisation }) {
  return (
    <tr>
      <td>
        {row.email}
        {row.fullName && (
          <small>
            {' '}
            {row.fullName} ({row.userName})
          </small>
        )}
      </td>
      <td>{row.studyNames}</td>
      <td>{row.siteNames}</td>
      <td>{row.roleNames}</td>
      <td>
        <Standing row={row} />
      </td>
      <td>{row.inviterName}</td>
      <td>
        <TimeText at={row.sentAt} />
      </td>
      <td>
        <Acts row={row} />
      </td>
    </tr>
  )
}

/** The state; until when it waits; and why it is not as it should be. */
function Standing({ row: { state, settledAt, expiresAt, message } }: { row: Preauthorisation }) {
  const text = useText('preauthorisations')
  const word = text(state === 'accepted' && !settledAt ? 'under_way' : `states.${state}`)
  return (
    <>
      {state === 'failed' ? <Badge tone="danger">{word}</Badge> : word}
      {state === 'waiting' && (
        <small>
          {' '}
          {text('until')} <TimeText at={expiresAt} />
        </small>
      )}
      {message && (
        <small className={styles.why}>
          {state === 'waiting' ? text('hindered', { why: message }) : message}
        </small>
      )}
    </>
  )
}

function Acts({ row: { id, email, state } }: { row: Preauthorisation }) {
  const text = useText('preauthorisations')
  const call = useCall()
  const mayEdit = useMayEdit()
  const handedOver = useHandedOver()
  const { failed } = useSay()
  const again = useMutation({
    mutationFn: () => call('POST /preauthorisations/{id}/resend', { path: { id } }),
    onSuccess: ({ messageId }) => void handedOver(messageId, email, text('sent', { email })),
    onError: failed,
  })
  const acts: Act[] = []
  if (state === 'waiting' || state === 'expired' || state === 'failed') {
    acts.push({ key: 'again', label: text('again'), act: () => again.mutate() })
  }
  if (state === 'waiting') {
    acts.push({
      key: 'withdraw',
      label: text('withdraw'),
      dialog: (onClose) => (
        <Asking
          title={email}
          content={text('withdraw_ask')}
          confirmColor="warning"
          act={() => call('DELETE /preauthorisations/{id}', { path: { id } })}
          onClose={onClose}
        />
      ),
    })
  }
  return mayEdit ? <RowMenu name={email} acts={acts} /> : null
}
