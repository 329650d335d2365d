import { type RaRecord, useRecordContext } from 'react-admin'
import type { Act } from './ActsMenu'
import { RowMenu } from './RowMenu'

interface RowActsProps<R extends RaRecord> {
  /** The field that the row is called by. */
  name: string
  acts(record: R): Act[]
}

/** What can be done with the row around it. */
export function RowActs<R extends RaRecord>({ name, acts }: RowActsProps<R>) {
  const record = useRecordContext<R>()
  return record ? <RowMenu name={String(record[name])} acts={acts(record)} /> : null
}
