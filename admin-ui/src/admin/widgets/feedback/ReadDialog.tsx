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
  /** Another dialog has the focus: it stays as it is, out of sight. */
  isHidden?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog that is read and closed. */
export function ReadDialog(props: ReadDialogProps) {
  const { title, wide = false, isHidden = false, onClose, children } = props
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog
      open={!isHidden}
      keepMounted
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={wide ? 'md' : 'sm'}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent dividers>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
