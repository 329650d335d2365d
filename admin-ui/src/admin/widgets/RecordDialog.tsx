import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import {
  Form,
  type RaRecord,
  SaveButton,
  useDataProvider,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin'
import type { Named } from './Conflict'
import { LabelsOf } from './dialogInputs'
import { Failure, isConflict, requestIdOf } from './Failure'
import { LazyConflict } from './LazyConflict'
import styles from './RecordDialog.module.css'
import { fieldErrors } from './say'

type Values = Record<string, unknown>

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
  /** The fields that the form has, with their labels. */
  labels: Record<string, string>
  /** Fields whose values are ids, to be named where two people changed them. */
  names?: Readonly<Record<string, Named>>
  /** An act that takes the place of the record's own save; it may ask who is there. */
  act?(values: Values): Promise<unknown>
  onClose(): void
  /** The inputs. */
  children: ReactNode
}

/**
 * The dialog in which a record is made or changed. It forgets what was typed when it closes. A save
 * that came second shows what the other person did, and lets the reader choose.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { title, text, record, defaultValues, labels, names, act, onClose, children } = props
  const id = useId()
  const translate = useTranslate()
  const { save, isSaving, problem, base, theirs, settle } = useSave(props)
  return (
    // While it is asked who is there, that dialog alone has the focus.
    <Dialog
      open={!(act && isSaving)}
      keepMounted
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={act ? 'xs' : 'sm'}
    >
      <Form
        {...(record ? { record } : { defaultValues: defaultValues ?? {} })}
        onSubmit={save}
        mode="onBlur"
        noValidate
        disableInvalidFormNotification
      >
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
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable disabled={theirs !== undefined} />
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** What of a refusal has no place in the form: all of it, or what it says of a field that is not there. */
function unplaced(error: unknown, labels: Record<string, string>): unknown {
  const errors = Object.entries(fieldErrors(error))
  if (errors.some(([field]) => field in labels)) return undefined
  const [first] = errors
  return first ? { message: first[1], requestId: requestIdOf(error) } : error
}

/** Saves, and knows what became of it. */
function useSave({ resource, record, labels, act, onClose }: RecordDialogProps) {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<RaRecord>()

  const send = (data: Values) => {
    if (act) return act(data)
    return record
      ? dataProvider.update(resource, { id: record.id, data, previousData: record })
      : dataProvider.create(resource, { data })
  }
  const refused = async (error: unknown) => {
    if (record && isConflict(error)) {
      const newest = await dataProvider.getOne(resource, { id: record.id }).catch(setProblem)
      if (newest) setTheirs(newest.data)
      return undefined
    }
    setProblem(unplaced(error, labels))
    return fieldErrors(error)
  }
  const save = async (data: Values) => {
    setSaving(true)
    setProblem(undefined)
    try {
      await send(data)
      notify(record ? 'cardea.dialog.changed' : 'cardea.dialog.added', { type: 'success' })
      refresh()
      onClose()
      return undefined
    } catch (error) {
      return await refused(error)
    } finally {
      setSaving(false)
    }
  }
  const settle = () => {
    setBase(theirs)
    setTheirs(undefined)
  }
  return { save, isSaving, problem, base, theirs, settle }
}
