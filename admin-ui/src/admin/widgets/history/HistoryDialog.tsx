import { useText } from '../data/useText'
import { ReadDialog } from '../feedback/ReadDialog'
import { HistoryList } from './HistoryList'

interface HistoryProps {
  resource: string
  id: string
  name: string
  onClose(): void
}

/** What happened to a record, the newest first. */
export function HistoryDialog({ resource, id, name, onClose }: HistoryProps) {
  const text = useText('audit-events')
  return (
    <ReadDialog title={text('history_of', { name })} wide onClose={onClose}>
      <HistoryList resource={resource} id={id} />
    </ReadDialog>
  )
}
