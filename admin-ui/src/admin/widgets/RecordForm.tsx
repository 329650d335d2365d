import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useState } from 'react'
import {
  Create,
  Edit,
  type RaRecord,
  SaveButton,
  SimpleForm,
  Toolbar,
  useCreatePath,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { CopyText } from './CopyText'
import { messageOf } from './Failure'
import styles from './RecordForm.module.css'

interface FormProps {
  /** The inputs, one file for both forms of a resource. */
  children: ReactNode
  defaultValues?: Partial<RaRecord>
  /** Makes what is sent of what was typed. */
  transform?(data: Partial<RaRecord>): Partial<RaRecord>
  /** Called with the saved record, instead of going to the list. */
  onSaved?(record: Partial<RaRecord>): void
}

/** The mutation's options of both forms: `onSaved` takes the place of the way to the list. */
const saving = ({ transform, onSaved }: Pick<FormProps, 'transform' | 'onSaved'>) => ({
  ...(transform ? { transform } : {}),
  ...(onSaved ? { redirect: false as const } : { redirect: 'list' as const }),
})

function Actions() {
  const translate = useTranslate()
  const resource = useResourceContext()
  const list = useCreatePath()({ resource, type: 'list' })
  return (
    <Toolbar className={styles.toolbar}>
      <SaveButton alwaysEnable />
      <Button component={Link} to={list} variant="text">
        {translate('ra.action.cancel')}
      </Button>
    </Toolbar>
  )
}

/** The page that adds a record. */
export function RecordCreate({ children, defaultValues, transform, onSaved }: FormProps) {
  return (
    <Create
      className={styles.page}
      mutationMode="pessimistic"
      {...saving({ transform, onSaved })}
      {...(onSaved ? { mutationOptions: { onSuccess: onSaved } } : {})}
    >
      <SimpleForm
        toolbar={<Actions />}
        noValidate
        warnWhenUnsavedChanges
        {...(defaultValues ? { defaultValues } : {})}
      >
        <div className={styles.grid}>{children}</div>
      </SimpleForm>
    </Create>
  )
}

/**
 * The page that changes a record. When somebody else was faster the server refuses the save (409);
 * the page says so, keeps what was typed, and offers the newest state.
 */
export function RecordEdit({ children, transform, onSaved }: FormProps) {
  const notify = useNotify()
  const [conflict, setConflict] = useState<unknown>()
  const onError = (error: unknown) => {
    const { status, body } = error as { status?: number; body?: { errors?: object } }
    if (status === 409 && !body?.errors) return setConflict(error)
    setConflict(undefined)
    const message = messageOf(error) ?? 'ra.notification.http_error'
    notify(message, { type: 'error', messageArgs: { _: message } })
  }
  return (
    <Edit
      className={styles.page}
      mutationMode="pessimistic"
      actions={false}
      {...saving({ transform, onSaved })}
      mutationOptions={{
        onError,
        onMutate: () => setConflict(undefined),
        ...(onSaved ? { onSuccess: onSaved } : {}),
      }}
    >
      {conflict !== undefined && (
        <Conflict error={conflict} onReload={() => setConflict(undefined)} />
      )}
      <SimpleForm toolbar={<Actions />} noValidate warnWhenUnsavedChanges>
        <div className={styles.grid}>{children}</div>
        <RecordId />
      </SimpleForm>
    </Edit>
  )
}

function Conflict({ error, onReload }: { error: unknown; onReload(): void }) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const reload = () => {
    onReload()
    refresh()
  }
  return (
    <Alert
      severity="warning"
      className={styles.conflict}
      action={
        <Button color="inherit" size="small" onClick={reload}>
          {translate('cardea.conflict.reload')}
        </Button>
      }
    >
      {messageOf(error) ?? translate('cardea.conflict.text')}
    </Alert>
  )
}

function RecordId() {
  const record = useRecordContext()
  const translate = useTranslate()
  if (!record) return null
  return (
    <small className={styles.id}>
      {translate('cardea.id')} <CopyText text={String(record.id)} />
    </small>
  )
}
