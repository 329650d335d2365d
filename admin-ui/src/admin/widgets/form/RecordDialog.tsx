import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { Form, type RaRecord, SaveButton, useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import type { Named } from './Conflict'
import frame from './dialogFrame.module.css'
import { LabelsOf } from './dialogInputs'
import { LazyConflict } from './LazyConflict'
import styles from './RecordDialog.module.css'
import { useAskBeforeClosing } from './Unsaved'
import { useLabels } from './useLabels'
import { useSave, type Values } from './useSave'

interface RecordDialogProps {
  /** The noun of the records. */
  resource: string
  title: string
  /** What saving does, in a sentence. */
  text?: string
  /** The record that is changed; without one, a new one is made. */
  record?: RaRecord | undefined
  /** What a new record has from the beginning, and what goes with it unseen. */
  defaultValues?: Values
  /** The fields that the form has. */
  fields: readonly string[]
  /** Fields whose values are ids, to be named where two people changed them. */
  names?: Readonly<Record<string, Named>>
  /** An act that takes the place of the record's own save; it may ask who is there. */
  act?(values: Values): Promise<unknown>
  /** For inputs that need room. */
  wide?: boolean
  onClose(): void
  /** The inputs. */
  children: ReactNode
}

/**
 * The dialog in which a record is made or changed. It forgets what was typed when it closes. A save
 * that came second shows what the other person did, and lets the reader choose.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { resource, title, text, defaultValues, fields, names, act, wide, onClose, children } =
    props
  // As it was opened: the list behind it may be read anew meanwhile, and what is typed stays.
  const [record] = useState(props.record)
  const labels = useLabels(resource, fields)
  const id = useId()
  const translate = useTranslate()
  const saving = useSave({ resource, record, labels, act, onSaved: onClose })
  const { save, isSaving, problem, base, theirs, settle } = saving
  const { close, watch, question } = useAskBeforeClosing(onClose)
  return (
    // While it is asked who is there, that dialog alone has the focus.
    <Dialog
      open={!(act && isSaving)}
      keepMounted
      onClose={close}
      aria-labelledby={id}
      slotProps={{ paper: { className: frame.paper ?? '' } }}
      fullWidth
      // 600 or 900 px: between the 500 and 1000 that the specification has.
      maxWidth={wide ? 'md' : 'sm'}
    >
      <Form
        {...(record ? { record } : { defaultValues: defaultValues ?? {} })}
        className={frame.form ?? ''}
        onSubmit={save}
        mode="onBlur"
        noValidate
        disableInvalidFormNotification
      >
        {watch}
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent dividers>
          {text && <DialogContentText className={styles.text}>{text}</DialogContentText>}
          <div className={styles.inputs}>
            {base && theirs && (
              <LazyConflict
                key={String(theirs.version)}
                base={base}
                theirs={theirs}
                labels={labels}
                names={names}
                onResolved={settle}
              />
            )}
            <LabelsOf labels={labels}>{children}</LabelsOf>
          </div>
          {problem !== undefined && <Failure error={problem} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          {/* Always enabled would go before disabled. */}
          <SaveButton alwaysEnable={theirs === undefined} disabled={theirs !== undefined} />
        </DialogActions>
      </Form>
      {question}
    </Dialog>
  )
}
