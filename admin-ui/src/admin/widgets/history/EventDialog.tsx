import { useTranslate } from 'react-admin'
import { useAnswer } from '../data/useCall'
import { ReadDialog } from '../feedback/ReadDialog'
import { Event } from './Event'
import { useWhat } from './useWhat'

/** One event of the audit, whole. */
export function EventDialog({ id, onClose }: { id: string; onClose(): void }) {
  const translate = useTranslate()
  const what = useWhat()
  const { data } = useAnswer('GET /audit-events/{id}', { path: { id } })
  return (
    <ReadDialog
      title={data ? what(data.action) : translate('ra.page.loading')}
      wide
      onClose={onClose}
    >
      <Event id={id} />
    </ReadDialog>
  )
}
