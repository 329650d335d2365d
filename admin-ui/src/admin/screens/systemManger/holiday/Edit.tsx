import { useInput } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { DaysPicker } from '../../../widgets/form/DaysPicker'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import styles from './holiday.module.css'
import { daysOf, GLOBAL } from './model'

interface EditProps {
  /** The tenant, or the global calendar. */
  id: string
  name: string
  onClose(): void
}

/** The dialog of a calendar, once it is read. */
export function Edit({ id, name, onClose }: EditProps) {
  const text = useText('holidays')
  const changes = useChanges()
  // Read anew each time it opens: what is saved has a version.
  const anew = { gcTime: 0, staleTime: 0 }
  const { data, error, refetch } = useAnswer('GET /holidays/{id}', { path: { id } }, anew)
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!data) return null
  const said = { said: changes }
  const provisional = data.provisionalYears.map((year) => text('provisional', { year }))
  return (
    <RecordDialog
      resource="holidays"
      title={id === GLOBAL ? text('global_title') : text('title_of', { name })}
      text={[text('hint'), ...provisional].join(' ')}
      record={data}
      fields={['lawHolidays', 'extraWorkdays']}
      names={{ lawHolidays: said, extraWorkdays: said }}
      wide
      onClose={onClose}
    >
      <div className={styles.calendars}>
        <DaysInput source="lawHolidays" label={text('fields.lawHolidays')} />
        <DaysInput source="extraWorkdays" label={text('fields.extraWorkdays')} />
      </div>
    </RecordDialog>
  )
}

/** The days of a list, chosen in a calendar. */
function DaysInput({ source, label }: { source: string; label: string }) {
  const text = useText('holidays')
  const { field, fieldState } = useInput({ source })
  const count = (inAll: number, inYear: number, year: number) =>
    `${text('chosen', { count: inAll })} · ${text('chosen_in', { count: inYear, year })}`
  return (
    <DaysPicker
      label={label}
      days={daysOf(field.value)}
      onChange={(days) => field.onChange(days.join(','))}
      problem={fieldState.error?.message}
      count={count}
    />
  )
}

/** Says what was done to a list of days: the whole of it is longer than anybody compares. */
function useChanges() {
  const text = useText('holidays')
  const list = (days: string[]) => days.join(text('days'))
  return (value: unknown, before: unknown) => {
    const [now, then] = [value, before].map((days) => daysOf(String(days ?? '')))
    const without = (some: string[] = [], others: string[] = []) =>
      some.filter((day) => !others.includes(day))
    const [added, removed] = [without(now, then), without(then, now)]
    return [
      added.length > 0 && text('added', { days: list(added) }),
      removed.length > 0 && text('removed', { days: list(removed) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
