import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import { firstRows, useAnswer } from '../data/useCall'
import { useText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { TimeText } from '../list/TimeText'
import { Waiting } from '../list/Waiting'
import { EventDetails } from './EventDetails'
import styles from './History.module.css'
import { OutcomeBadge } from './OutcomeBadge'
import { useWhat } from './useWhat'

/** As many are shown first, and more each time somebody asks. */
const STEP = 25

interface HistoryProps {
  resource: string
  id: string
  name: string
  onClose(): void
}

/** What happened to a record, the newest first. */
export function HistoryDialog({ resource, id, name, onClose }: HistoryProps) {
  const text = useText('audit-events')
  const translate = useTranslate()
  const titleId = useId()
  const [count, setCount] = useState(STEP)
  const { data, error, refetch } = useAnswer(
    'GET /audit-events',
    { query: firstRows(count, { resource, recordId: id }, ['at', 'DESC']) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{text('history_of', { name })}</DialogTitle>
      <DialogContent dividers>
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
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
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
      <div id={id}>{open && <Details id={event.id} />}</div>
    </>
  )
}

function Details({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer('GET /audit-events/{id}', { path: { id } })
  if (error) return <Failure error={error} onRetry={refetch} />
  return data ? <EventDetails event={data} /> : <Waiting />
}
