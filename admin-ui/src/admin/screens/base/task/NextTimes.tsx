import { momentIn } from '../../../../shared/format'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { fieldErrors } from '../../../widgets/feedback/say'

interface NextTimesProps {
  cron: string
  zone: string
  /** The calendar whose working days alone count. */
  workdaysOf: string | null
}

/** What an expression means, and when it is due next: the server's words, and its times. */
export function NextTimes({ cron, zone, workdaysOf }: NextTimesProps) {
  const text = useText('tasks')
  const asked = { query: { cron, timeZone: zone, ...(workdaysOf ? { workdaysOf } : {}) } }
  const { data, error } = useAnswer('GET /tasks/preview', asked, {
    enabled: cron.trim() !== '' && zone !== '',
    placeholderData: (before) => before,
  })
  if (error) return <p role="status">{Object.values(fieldErrors(error))[0]}</p>
  if (!data) return null
  return (
    <div role="status">
      <p>{data.words}</p>
      <p data-muted>{text('next', { zone })}</p>
      <ol>
        {data.times.map((time) => (
          <li key={time}>
            <time dateTime={time}>{momentIn(time, zone)}</time>
          </li>
        ))}
      </ol>
      {data.times.length === 0 && <p>{text('never_again')}</p>}
    </div>
  )
}
