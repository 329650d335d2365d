import Button from '@mui/material/Button'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Schemas } from '../../../shared/api'
import { firstRows, useAnswer } from '../data/useCall'
import { useText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { TimeText } from '../list/TimeText'
import { Waiting } from '../list/Waiting'
import { Event } from './Event'
import styles from './History.module.css'
import { OutcomeBadge } from './OutcomeBadge'
import { useWhat } from './useWhat'

/** As many are shown first, and more each time somebody asks. */
const STEP = 25

/** What happened to a record, the newest first. */
export function HistoryList({ resource, id }: { resource: string; id: string }) {
  const text = useText('audit-events')
  const [count, setCount] = useState(STEP)
  const { data, error, refetch } = useAnswer(
    'GET /audit-events',
    { query: firstRows(count, { resource, recordId: id }, ['at', 'DESC']) },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Waiting />}
      {data?.length === 0 && <p role="status">{text('history_empty')}</p>}
      <ol className={styles.events}>
        {data?.map((event) => (
          <li key={event.id}>
            <Entry event={event} />
          </li>
        ))}
      </ol>
      {data && data.length >= count && (
        <Button onClick={() => setCount(count + STEP)}>{text('older')}</Button>
      )}
    </>
  )
}

/** An event in a line; its details below, once it is asked for them. */
function Entry({ event }: { event: Schemas['AuditEvent'] }) {
  const what = useWhat()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.event}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <TimeText at={event.at} />
        <span>
          {what(event.action)} <OutcomeBadge event={event} />
        </span>
        <span data-muted>{event.actorName}</span>
      </button>
      <div id={id}>{open && <Event id={event.id} />}</div>
    </>
  )
}
