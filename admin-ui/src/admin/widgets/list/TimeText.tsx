import { useRecordContext } from 'react-admin'
import { moment } from '../../../shared/format'

/** A moment, `yyyy-MM-dd HH:mm:ss` in the reader's time zone; a dash where there is none. */
export function TimeText({ at }: { at: string | null | undefined }) {
  if (!at) return <span data-muted>–</span>
  return <time dateTime={at}>{moment(at, true)}</time>
}

/** A moment of the record around it, as a column. */
export function TimeField({ source }: { source: string }) {
  return <TimeText at={useRecordContext()?.[source]} />
}
