import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import type { ReactNode } from 'react'
import {
  DataTable,
  type RaRecord,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import type { Selecting } from './Listing'
import styles from './Selection.module.css'

interface Selection<R extends RaRecord> {
  /** What stands above the boxes. */
  label: string
  /** The field that a row is called by. */
  name: string
  /** Whether anything can be done with a row; if not, it has no box. */
  isSelectable(record: R): boolean
  /** What is done with the selected rows. */
  buttons: ReactNode
}

/** Rows that are selected, by a box in each: in a table and on cards alike. */
export function selection<R extends RaRecord>(of: Selection<R>): Selecting {
  return {
    column: (
      <DataTable.Col key="selection" label={of.label} disableSort>
        <Box {...of} />
      </DataTable.Col>
    ),
    bar: <Bar>{of.buttons}</Bar>,
  }
}

function Box<R extends RaRecord>({ name, isSelectable }: Selection<R>) {
  const translate = useTranslate()
  const record = useRecordContext<R>()
  const { selectedIds, onToggleItem } = useListContext()
  if (!record || !isSelectable(record)) return null
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
      slotProps={{
        input: { 'aria-label': `${translate('ra.action.select_row')}: ${record[name]}` },
      }}
    />
  )
}

/** How many are selected, and what can be done with them; not there while none is. */
function Bar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, onUnselectItems } = useListContext()
  if (selectedIds.length === 0) return null
  const count = translate('ra.action.bulk_actions', { smart_count: selectedIds.length })
  return (
    <div className={styles.bar} role="toolbar" aria-label={count}>
      <span role="status">{count}</span>
      {children}
      <Button size="small" onClick={() => onUnselectItems()}>
        {translate('ra.action.unselect')}
      </Button>
    </div>
  )
}
