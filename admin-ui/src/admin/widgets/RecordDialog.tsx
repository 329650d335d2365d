import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
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
import { isConflict, messageOf } from './Failure'
import { LazyConflict } from './LazyConflict'
import styles from './RecordDialog.module.css'

interface RecordDialogProps {
  /** The noun of the records. */
  resource: string
  title: string
  /** The record that is changed; without one, a new one is made. */
  record?: RaRecord | undefined
  /** What a new record has from the beginning, and what goes with it unseen. */
  defaultValues?: Record<string, unknown>
  /** The fields that the form has, with their labels. */
  labels: Readonly<Record<string, string>>
  /** Fields whose values are ids, to be named where two people changed them. */
  names?: Readonly<Record<string, Named>>
  onClose(): void
  /** The inputs. */
  children: ReactNode
}

/**
 * The dialog in which a record is made or changed. It forgets what was typed when it closes. A save
 * that came second shows what the other person did, and lets the reader choose.
 */
export function RecordDialog(props: RecordDialogProps) {
  const { resource, title, record, defaultValues, labels, names, onClose, children } = props
  const id = useId()
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<RaRecord>()

  const send = (data: Record<string, unknown>) =>
    record
      ? dataProvider.update(resource, { id: record.id, data, previousData: record })
      : dataProvider.create(resource, { data })
  const save = async (data: Record<string, unknown>) => {
    try {
      await send(data)
      notify(record ? 'cardea.dialog.changed' : 'cardea.dialog.added', { type: 'success' })
      refresh()
      onClose()
    } catch (error) {
      if (record && isConflict(error)) {
        setTheirs((await dataProvider.getOne(resource, { id: record.id })).data)
        return
      }
      const errors = (error as { body?: { errors?: Record<string, string> } }).body?.errors
      // What is wrong with a field that this form does not have is said below the others.
      const known = Object.keys(errors ?? {}).some((field) => field in labels)
      const said = messageOf(error)
      if (!known) {
        const first = Object.values(errors ?? {})[0] ?? said
        notify(first ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: first } })
      }
      return errors
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <Form
        {...(record ? { record } : { defaultValues: defaultValues ?? {} })}
        onSubmit={save}
        mode="onBlur"
        disableInvalidFormNotification
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent dividers>
          <div className={styles.inputs}>
            {base && theirs && (
              <LazyConflict
                key={String(theirs.version)}
                base={base}
                theirs={theirs}
                labels={labels}
                names={names}
                onResolved={() => {
                  setBase(theirs)
                  setTheirs(undefined)
                }}
              />
            )}
            {children}
          </div>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton alwaysEnable disabled={theirs !== undefined} />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
