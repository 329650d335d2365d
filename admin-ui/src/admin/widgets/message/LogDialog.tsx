import { Loading } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import { useAnswer } from '../data/useCall'
import { useText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { ReadDialog } from '../feedback/ReadDialog'
import { Badge } from '../list/Badge'
import { TimeText } from '../list/TimeText'
import { Answer } from './Answer'
import type { Log } from './logs'
import styles from './message.module.css'

interface LogDialogProps {
  log: Log
  id: string
  /** Whom it went to. */
  name: string
  onClose(): void
}

/** What a message said, and what came of each attempt to send it. */
export function LogDialog({ log, id, name, onClose }: LogDialogProps) {
  const text = useText(log)
  const { data, error, refetch } = useAnswer(`GET /${log}/{id}/log`, { path: { id } })
  return (
    <ReadDialog title={text('log_of', { name })} wide onClose={onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <h3>{data.subject || text('said')}</h3>
          <p className={styles.text}>{data.text || text('unsaid')}</p>
          <p data-muted>
            <small>{text('masked')}</small>
          </p>
          <h3>{text('attempts')}</h3>
          <Attempts log={log} attempts={data.attempts} />
        </>
      )}
    </ReadDialog>
  )
}

interface AttemptsProps {
  log: Log
  attempts: Schemas['SendAttempt'][]
}

function Attempts({ log, attempts }: AttemptsProps) {
  const text = useText(log)
  if (attempts.length === 0) return <p>{text('untried')}</p>
  return (
    <ol className={styles.attempts}>
      {attempts.map(({ number, at, trouble, sendResult }) => (
        <li key={number}>
          <p className={styles.attempt}>
            <b>{text('attempt', { number })}</b>
            <TimeText at={at} />
            {trouble ? (
              <Badge tone="danger">{text(`failures.${trouble}`)}</Badge>
            ) : (
              <span data-muted>{text('accepted')}</span>
            )}
          </p>
          {sendResult !== '' && <Answer label={text('answer', { number })} html={sendResult} />}
        </li>
      ))}
    </ol>
  )
}
