import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useListContext, useRecordContext } from 'react-admin'
import { useSay } from '../../../widgets/feedback/say'
import type { Progress } from '../../../widgets/files/download'
import type { User } from './model'
import { useTexts } from './texts'

const ExportProgress = lazy(async () => ({
  default: (await import('./ExportProgress')).ExportProgress,
}))

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
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(null)
  // Who leaves the screen does not wait for the file.
  useEffect(() => () => running.current?.abort(), [])

  // A selection ends with its mode, and with the screen.
  const unselect = useRef(onUnselectItems)
  unselect.current = onUnselectItems
  useEffect(() => {
    if (!selecting) return undefined
    unselect.current()
    return () => unselect.current()
  }, [selecting])
  const leave = () => onSelecting(false)
  const run = async (body: { all: boolean; userIds?: unknown[] }) => {
    const abort = new AbortController()
    running.current = abort
    setProgress({ octets: 0 })
    try {
      // What makes files comes when one is wanted.
      const { download, stamp } = await import('../../../widgets/files/download')
      const name = `${text('export_name')}${stamp()}.zip`
      const { signal } = abort
      await download({
        call: 'POST /users/export',
        body,
        name,
        signal,
        onProgress: setProgress,
      })
      say.done(text('exported'))
      leave()
    } catch (error) {
      if (abort.signal.aborted) say.done(text('export_left'))
      else say.failed(error)
    } finally {
      setProgress(undefined)
    }
  }
  if (progress) {
    return (
      <Suspense>
        <ExportProgress progress={progress} onCancel={() => running.current?.abort()} />
      </Suspense>
    )
  }
  if (!selecting) {
    return (
      <>
        {/* Who came from the bar is where they began. */}
        <Button autoFocus={running.current !== null} onClick={() => run({ all: true })}>
          {text('export_all')}
        </Button>
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
