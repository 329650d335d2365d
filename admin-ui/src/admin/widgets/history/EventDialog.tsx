import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useAnswer } from '../data/useCall'
import { Failure } from '../feedback/Failure'
import { Waiting } from '../list/Waiting'
import { EventDetails } from './EventDetails'
import { useWhat } from './useWhat'

/** One event of the audit, whole. */
export function EventDialog({ id, onClose }: { id: string; onClose(): void }) {
  const translate = useTranslate()
  const what = useWhat()
  const titleId = useId()
  const { data, error, refetch } = useAnswer('GET /audit-events/{id}', { path: { id } })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>
        {data ? what(data.action) : translate('ra.page.loading')}
      </DialogTitle>
      <DialogContent>
        {error && <Failure error={error} onRetry={refetch} />}
        {!error && !data && <Waiting />}
        {data && <EventDetails event={data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
