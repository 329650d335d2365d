import { Loading } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { count } from '../../../../shared/format'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { ReadTable } from '../../../widgets/feedback/ReadTable'
import { Badge } from '../../../widgets/list/Badge'
import { TimeText } from '../../../widgets/list/TimeText'
import styles from './plugin.module.css'

interface HealthDialogProps {
  id: string
  name: string
  onClose(): void
}

/** How a plugin does on the node that answers, and what it logged there. */
export function HealthDialog({ id, name, onClose }: HealthDialogProps) {
  const text = useText('plugins')
  const { data, error, refetch } = useAnswer('GET /plugins/{id}', { path: { id } })
  return (
    <ReadDialog title={text('health_title', { name })} wide onClose={onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p className={styles.hint}>{text('health_hint')}</p>
          <Exports exports={data.exports} />
          <h3>{text('log')}</h3>
          <Log lines={data.log} />
        </>
      )}
    </ReadDialog>
  )
}

const COLUMNS = ['calls', 'failures', 'mean', 'longest', 'memory', 'requests'] as const
const MIB = 1024 * 1024

function Exports({ exports }: { exports: Schemas['ExportHealth'][] }) {
  const text = useText('plugins')
  if (exports.length === 0) return <p>{text('no_calls')}</p>
  return (
    <ReadTable label={text('health')}>
      <thead>
        <tr>
          <th scope="col">{text('export')}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-number>
              {text(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {exports.map((each) => (
          <tr key={each.export}>
            <th scope="row">
              {text(`exports.${each.export}`)}{' '}
              {each.suspended && <Badge tone="warning">{text('suspended')}</Badge>}
            </th>
            <td data-number>{count(each.calls)}</td>
            <td data-number>
              <Failures of={each.failures} />
            </td>
            <td data-number>{count(each.meanMs)}</td>
            <td data-number>{count(each.maxMs)}</td>
            <td data-number>{(each.memoryPeak / MIB).toFixed(1)}</td>
            <td data-number>{count(each.httpRequests)}</td>
          </tr>
        ))}
      </tbody>
    </ReadTable>
  )
}

/** How many calls failed, and of what. */
function Failures({ of }: { of: Record<string, number> }) {
  const kinds = Object.entries(of)
  if (kinds.length === 0) return 0
  return kinds.map(([code, times]) => (
    <div key={code}>
      {times} <span data-muted>{code}</span>
    </div>
  ))
}

function Log({ lines }: { lines: Schemas['LoggedLine'][] }) {
  const text = useText('plugins')
  if (lines.length === 0) return <p>{text('no_log')}</p>
  return (
    <ol className={styles.log}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by, and do not move.
        <li key={at} data-level={line.level}>
          <TimeText at={line.at} /> <b>{line.level}</b> {line.export}: <span>{line.message}</span>
        </li>
      ))}
    </ol>
  )
}
