import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'

/** What a check of the audit found to be wrong, and what to do then. */
export function CheckDialog(props: { check: Schemas['AuditCheck']; onClose(): void }) {
  const { check, onClose } = props
  const text = useText('audit-events')
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{text(`check_${check.outcome}`)}</DialogTitle>
      <DialogContent>
        {check.complaint && <p>{check.complaint}</p>}
        <p>{text('check_next')}</p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
