import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { Form, RecordContextProvider, useTranslate } from 'react-admin'
import type { Named } from './Conflict'
import styles from './DialogFrame.module.css'
import { Inputs, Refusal, SPEAKING, Submit } from './FormParts'
import { useAskBeforeClosing } from './Unsaved'
import { type Saving, useSave, type Values } from './useSave'

export interface DialogFormProps<A> extends Saving<A> {
  title: string
  /** What it does, in a sentence. */
  text?: string
  /** What its button says, if that is not that it saves. */
  submit?: string
  /** It takes something away. */
  danger?: boolean
  /** For inputs that need room. */
  wide?: boolean
  /** What the inputs have from the beginning, and what goes with them unseen. */
  defaultValues?: Values
  names?: Readonly<Record<string, Named>>
  onClose(): void
  /** The inputs. */
  children?: ReactNode
}

/** A dialog with a form. It forgets what was typed when it closes, and asks before. */
export function DialogFrame<A>(props: DialogFormProps<A>) {
  const { title, text, submit, danger, wide, defaultValues = {}, names, onClose, children } = props
  const { record, act } = props
  const saving = useSave({
    ...props,
    onSaved: (answer, values) => {
      onClose()
      props.onSaved?.(answer, values)
    },
  })
  const id = useId()
  const translate = useTranslate()
  const { close, watch, question } = useAskBeforeClosing(onClose)
  return (
    // While it is asked who is there, that dialog alone has the focus.
    <Dialog
      open={!(act && saving.isSaving)}
      keepMounted
      onClose={close}
      aria-labelledby={id}
      slotProps={{ paper: { className: styles.paper ?? '' } }}
      fullWidth
      // 600 or 900 px: between the 500 and 1000 that the specification has.
      maxWidth={wide ? 'md' : 'sm'}
    >
      {/* A row or a page around it has a record that is not this form's. */}
      <RecordContextProvider value={record}>
        <Form
          {...(record ? { record } : { defaultValues })}
          {...SPEAKING}
          disableInvalidFormNotification
          className={styles.form ?? ''}
          onSubmit={saving.save}
        >
          {watch}
          <DialogTitle id={id}>{title}</DialogTitle>
          <DialogContent dividers={children !== undefined}>
            {text && <DialogContentText className={styles.text}>{text}</DialogContentText>}
            <Inputs {...{ saving, names }} className={styles.inputs}>
              {children}
            </Inputs>
            <Refusal saving={saving} />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>{translate('ra.action.cancel')}</Button>
            <Submit saving={saving} color={danger ? 'error' : 'primary'}>
              {submit}
            </Submit>
          </DialogActions>
        </Form>
      </RecordContextProvider>
      {question}
    </Dialog>
  )
}
