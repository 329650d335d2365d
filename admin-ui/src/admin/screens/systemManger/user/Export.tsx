import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { useListContext, useRecordContext } from 'react-admin'
import { download, stamp } from '../../../widgets/download'
import { useSay } from '../../../widgets/say'
import type { User } from './api'
import { useTexts } from './texts'

/** Whether the row is among those to export. */
export function Select() {
  const user = useRecordContext<User>()
  const text = useTexts()
  const { selectedIds, onToggleItem } = useListContext()
  if (!user) return null
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(user.id)}
      onChange={() => onToggleItem(user.id)}
      slotProps={{ input: { 'aria-label': text('select_of', { name: user.userName }) } }}
    />
  )
}

interface ExportProps {
  /** Rows can be selected. */
  selecting: boolean
  onSelecting(selecting: boolean): void
}

/** The list as a file: everybody, or who is selected in the table. */
export function Export({ selecting, onSelecting }: ExportProps) {
  const text = useTexts()
  const say = useSay()
  const { selectedIds, onUnselectItems } = useListContext()
  const [octets, setOctets] = useState<number>()
  const running = octets !== undefined

  const leave = () => {
    onUnselectItems()
    onSelecting(false)
  }
  const run = async (body: { all: boolean; userIds?: unknown[] }) => {
    setOctets(0)
    try {
      const name = `${text('export_name')}${stamp()}.zip`
      await download({ path: '/api/admin/users/export', body, name, onProgress: setOctets })
      say.done(text('exported'))
      leave()
    } catch (error) {
      say.failed(error)
    } finally {
      setOctets(undefined)
    }
  }
  if (running) {
    return (
      <span role="status">
        {text('exporting', { size: Math.round(octets / 1000).toLocaleString() })}
      </span>
    )
  }
  if (!selecting) {
    return (
      <>
        <Button onClick={() => run({ all: true })}>{text('export_all')}</Button>
        <Button onClick={() => onSelecting(true)}>{text('export_some')}</Button>
      </>
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        disabled={selectedIds.length === 0}
        onClick={() => run({ all: false, userIds: selectedIds })}
      >
        {text('export_selected', { count: selectedIds.length })}
      </Button>
      <Button onClick={leave}>{text('export_cancel')}</Button>
    </>
  )
}
