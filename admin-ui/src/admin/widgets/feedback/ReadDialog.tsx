import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'

interface ReadDialogProps {
  title: string
  /** It holds a table. */
  wide?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog that is read and closed. */
export function ReadDialog({ title, wide = false, onClose, children }: ReadDialogProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth={wide ? 'md' : 'sm'}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent dividers>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
