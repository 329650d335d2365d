import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useText } from '../../../widgets/data/useText'
import { CopyText } from '../../../widgets/list/CopyText'
import styles from './client.module.css'

interface ShownOnceProps {
  /** What it is. */
  label: 'once_secret' | 'once_token'
  value: string
  onDone(): void
}

/** A secret that is shown now and never again. Nothing but the button closes it. */
export function ShownOnce({ label, value, onDone }: ShownOnceProps) {
  const text = useText('clients')
  const title = useId()
  return (
    <Dialog open aria-labelledby={title} slotProps={{ paper: { className: styles.dialog } }}>
      <DialogTitle id={title}>{text('once_title')}</DialogTitle>
      <DialogContent dividers>
        <p>{text('once_hint')}</p>
        <strong>{text(label)}</strong>
        <div className={styles.once}>
          <CopyText text={value} />
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {text('once_done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
