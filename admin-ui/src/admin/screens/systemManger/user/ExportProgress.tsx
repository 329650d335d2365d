import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { count } from '../../../../shared/format'
import { useText } from '../../../widgets/data/useText'
import type { Progress } from '../../../widgets/files/download'
import styles from './user.module.css'

interface ExportProgressProps {
  progress: Progress
  onCancel(): void
}

/**
 * How far an export is: rows of the CSV of all rows, and then what has come of the workbook, of which
 * nobody knows beforehand how large it is.
 */
export function ExportProgress({ progress, onCancel }: ExportProgressProps) {
  const text = useText('users')
  const { octets, rows, total } = progress
  const counted = rows !== undefined && total !== undefined && rows < total
  const received = () =>
    octets === 0
      ? text('export_wait')
      : text('export_book', { size: count(Math.ceil(octets / 1000)) })
  const said = counted
    ? text('export_rows', { rows: count(rows), total: count(total) })
    : received()
  return (
    <div className={styles.exporting}>
      <LinearProgress
        aria-label={text('exporting')}
        aria-valuetext={said}
        className={styles.bar ?? ''}
        {...(counted
          ? { variant: 'determinate', value: Math.floor((rows / total) * 100) }
          : { variant: 'indeterminate' })}
      />
      {/* Said by the bar. */}
      <span aria-hidden="true">{said}</span>
      <Button onClick={onCancel} autoFocus>
        {text('export_cancel')}
      </Button>
    </div>
  )
}
