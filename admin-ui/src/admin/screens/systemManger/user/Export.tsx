import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useListContext, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import type { Progress } from '../../../widgets/files/download'
import type { User } from './model'

const ExportProgress = lazy(async () => ({
  default: (await import('./ExportProgress')).ExportProgress,
}))

/** Whether the row is among those to export. */
export function Select() {
  const user = useRecordContext<User>()
  const text = useText('users')
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

/** Everybody, or who is selected in the table. */
export type Exporting = 'all' | 'some'

/** The list as a file, while somebody selects or waits. */
export function Export({ what, onEnd }: { what: Exporting; onEnd(): void }) {
  const text = useText('users')
  const say = useSay()
  const { selectedIds, onUnselectItems } = useListContext()
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(null)
  // Who leaves the screen does not wait for the file.
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )

  // A selection ends with its mode, and with the screen.
  const unselect = useRef(onUnselectItems)
  unselect.current = onUnselectItems
  useEffect(() => {
    unselect.current()
    return () => unselect.current()
  }, [])
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
      onEnd()
    } catch (error) {
      // Who has left is told nothing.
      if (running.current !== abort) return
      if (abort.signal.aborted) say.done(text('export_left'))
      else say.failed(error)
      if (what === 'all') onEnd()
    } finally {
      setProgress(undefined)
    }
  }
  const all = useRef(run)
  useEffect(() => {
    if (what === 'all' && !running.current) void all.current({ all: true })
  }, [what])
  if (progress) {
    return (
      <Suspense>
        <ExportProgress progress={progress} onCancel={() => running.current?.abort()} />
      </Suspense>
    )
  }
  if (what === 'all') return null
  return (
    <>
      <Button
        variant="outlined"
        disabled={selectedIds.length === 0}
        onClick={() => run({ all: false, userIds: selectedIds })}
      >
        {text('export_selected', { count: selectedIds.length })}
      </Button>
      <Button onClick={onEnd}>{text('export_cancel')}</Button>
    </>
  )
}
