import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { DataTable, type RaRecord, useTranslate } from 'react-admin'
import { useText } from '../data/useText'
import { Pick, SideTable } from './SideTable'
import { useSearch } from './useSearch'

interface PickDialogProps {
  /** The noun whose texts are said: `choose`, `search`, `none` and the names of the columns. */
  noun: string
  /** Where the records come from. */
  resource: string
  /** The columns; the first is pressed, and sorts. */
  columns: readonly [string, ...string[]]
  /** In pixels; without it as wide as a table needs. */
  width?: number
  onPick(record: RaRecord): void
  onClose(): void
}

/** Chooses one record of a table that can be searched. */
export function PickDialog(props: PickDialogProps) {
  const { noun, resource, columns, width, onPick, onClose } = props
  const text = useText(noun)
  const translate = useTranslate()
  const { q, field } = useSearch(text('search'), { autoFocus: true, margin: 'dense' })
  const [first, ...others] = columns
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': text('choose'), ...(width ? { sx: { width } } : {}) } }}
      {...(width ? { maxWidth: false } : { fullWidth: true, maxWidth: 'md' })}
    >
      <DialogContent>
        {field}
        <SideTable
          title={text('choose')}
          resource={resource}
          filter={q ? { q } : {}}
          sort={{ field: first, order: 'ASC' }}
          empty={text('none')}
          onSelect={(record) => record && onPick(record)}
          byHand
        >
          <DataTable.Col source={first} label={text(`fields.${first}`)} disableSort>
            <Pick source={first} selected={undefined} onSelect={onPick} />
          </DataTable.Col>
          {others.map((source) => (
            <DataTable.Col
              key={source}
              source={source}
              label={text(`fields.${source}`)}
              disableSort
            />
          ))}
        </SideTable>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
