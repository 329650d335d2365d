import { Loading } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { count } from '../../../../shared/format'
import { firstRows, useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { ReadTable } from '../../../widgets/feedback/ReadTable'
import { Badge } from '../../../widgets/list/Badge'
import { TimeText } from '../../../widgets/list/TimeText'
import styles from './task.module.css'

type TaskRun = Schemas['TaskRun']

/** As many of the latest runs as a log shows. */
const SHOWN = 100
const REFETCH_MS = 2_000

interface RunsDialogProps {
  id: string
  name: string
  onClose(): void
}

/** The latest runs of a job, and what came of each. */
export function RunsDialog({ id, name, onClose }: RunsDialogProps) {
  const text = useText('tasks')
  const asked = { path: { id }, query: firstRows(SHOWN, {}) }
  const { data, error, refetch } = useAnswer('GET /tasks/{id}/runs', asked, {
    refetchInterval: REFETCH_MS,
  })
  return (
    <ReadDialog title={text('log_of', { name })} wide onClose={onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <p>{text('never_run')}</p>}
      {data && data.length > 0 && <Runs runs={data} />}
    </ReadDialog>
  )
}

function Runs({ runs }: { runs: TaskRun[] }) {
  const text = useText('tasks')
  return (
    <ReadTable label={text('log')}>
      <thead>
        <tr>
          <th scope="col">{text('due')}</th>
          <th scope="col">{text('state')}</th>
          <th scope="col" data-number>
            {text('duration')}
          </th>
          <th scope="col">{text('params')}</th>
          <th scope="col">{text('result')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <th scope="row">
              <TimeText at={run.dueAt} />
              {run.cause !== 'due' && <div data-muted>{text(`causes.${run.cause}`)}</div>}
            </th>
            <td>
              {run.state === 'failed' ? (
                <Badge tone="danger">{text(`states.${run.state}`)}</Badge>
              ) : (
                text(`states.${run.state}`)
              )}
              {run.attempts > 1 && (
                <div data-muted>{text('attempts', { smart_count: run.attempts })}</div>
              )}
              {run.passed > 0 && (
                <div data-muted>{text('passed', { smart_count: run.passed })}</div>
              )}
            </td>
            <td data-number>{run.times === null ? '' : count(run.times ?? 0)}</td>
            <td className={styles.text}>{run.params}</td>
            <td className={styles.text}>{run.result}</td>
          </tr>
        ))}
      </tbody>
    </ReadTable>
  )
}
