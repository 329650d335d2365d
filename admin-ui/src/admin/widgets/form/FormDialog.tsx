import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import { fieldErrors } from '../feedback/say'
import frame from './dialogFrame.module.css'
import styles from './FormDialog.module.css'

interface FormDialogProps {
  title: string
  /** What it does, in a sentence. */
  text?: string
  /** What its button says. */
  submit: string
  /** It takes something away. */
  danger?: boolean
  isPending: boolean
  error: unknown
  /** Wider than a question: for forms of several columns. */
  wide?: boolean
  children?: ReactNode
  onSubmit(): void
  onClose(): void
}

/** A dialog with a small form. What the server says of no field stands above the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, submit, danger, isPending, error, wide, children, onSubmit, onClose } = props
  const translate = useTranslate()
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A form of a record may lie around this one in the tree: it must not be saved with it.
    event.stopPropagation()
    onSubmit()
  }
  const unplaced = error && Object.keys(fieldErrors(error)).length === 0
  return (
    // While it is asked who is there, that dialog alone has the focus.
    <Dialog
      open={!isPending}
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: `${frame.paper} ${wide ? styles.wide : styles.paper}` } }}
    >
      <form className={frame.form} onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {text && <DialogContentText className={styles.text}>{text}</DialogContentText>}
          <div className={styles.fields}>{children}</div>
          {Boolean(unplaced) && <Failure error={error} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** A field of such a form, with the server's sentence where there is one. */
export function DialogField({
  name,
  error,
  ...rest
}: TextFieldProps & { name: string; error?: never } & { problem?: string | undefined }) {
  const { problem, helperText, ...field } = rest
  return (
    <TextField
      {...field}
      id={name}
      name={name}
      error={problem !== undefined}
      helperText={problem ?? helperText}
      fullWidth
    />
  )
}
