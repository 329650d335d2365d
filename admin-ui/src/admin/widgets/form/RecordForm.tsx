import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import {
  Create,
  Edit,
  LinkBase,
  type RaRecord,
  SaveButton,
  SimpleForm,
  Toolbar,
  useCreatePath,
  useDataProvider,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin'
import { screenOf } from '../../routes'
import { Failure, isConflict, messageOf } from '../feedback/Failure'
import { CopyText } from '../list/CopyText'
import type { Named } from './Conflict'
import { LazyConflict } from './LazyConflict'
import styles from './RecordForm.module.css'
import { AskBeforeLeaving } from './Unsaved'
import { useLabels } from './useLabels'

interface FormProps {
  /** The inputs, one file for both forms of a resource. */
  children: ReactNode
  defaultValues?: Partial<RaRecord>
  /** Makes what is sent of what was typed. */
  transform?(data: Partial<RaRecord>): Partial<RaRecord>
  /** Called with the saved record, instead of going to the list. */
  onSaved?(record: Partial<RaRecord>): void
  /** The fields that a save carries, where the screen does not name them. */
  fields?: readonly string[]
  /** Fields whose values say nothing to a reader, to be named where two people changed them. */
  names?: Readonly<Record<string, Named>>
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
      <Button component={LinkBase} to={list} variant="text">
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
        // A rule speaks when its field is left, not only when everything is sent.
        mode="onBlur"
        noValidate
        {...(defaultValues ? { defaultValues } : {})}
      >
        <div className={styles.grid}>{children}</div>
        <AskBeforeLeaving />
      </SimpleForm>
    </Create>
  )
}

/**
 * The page that changes a record. When somebody else was faster the server refuses the save (409);
 * the page keeps what was typed, shows what the other person did, and lets the reader choose.
 */
export function RecordEdit({ children, transform, onSaved, fields, names }: FormProps) {
  const notify = useNotify()
  const resource = useResourceContext()
  const [conflict, setConflict] = useState<unknown>()
  const onError = (error: unknown) => {
    if (isConflict(error)) return setConflict(error)
    setConflict(undefined)
    const message = messageOf(error) ?? 'ra.notification.http_error'
    notify(message, { type: 'error', messageArgs: { _: message } })
  }
  const settled = () => setConflict(undefined)
  const own = screenOf(resource ?? '')?.writable ?? []
  const labels = useLabels(resource ?? '', fields ?? own)
  return (
    <Edit
      className={styles.page}
      mutationMode="pessimistic"
      actions={false}
      {...saving({ transform, onSaved })}
      mutationOptions={{
        onError,
        onMutate: settled,
        ...(onSaved ? { onSuccess: onSaved } : {}),
      }}
    >
      <SimpleForm toolbar={<Actions />} mode="onBlur" noValidate>
        <div className={styles.grid}>
          <Merge labels={labels} names={names} conflict={conflict} onResolved={settled} />
          {children}
        </div>
        <RecordId />
        <AskBeforeLeaving />
      </SimpleForm>
    </Edit>
  )
}

interface MergeProps {
  labels: Readonly<Record<string, string>>
  names: Readonly<Record<string, Named>> | undefined
  /** The refusal; a new one each time. */
  conflict: unknown
  onResolved(): void
}

/** Once a save was refused: the newest state beside what was typed. */
function Merge({ labels, names, conflict, onResolved }: MergeProps) {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext<RaRecord>()
  const dataProvider = useDataProvider()
  // After a first conflict the form stands on what was read then.
  const [read, setRead] = useState<RaRecord>()
  const base = read ?? record
  const { data, error, refetch } = useQuery({
    queryKey: ['newest', resource, record?.id],
    queryFn: async () => (await dataProvider.getOne(resource, { id: record?.id })).data as RaRecord,
    enabled: conflict !== undefined && record !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  if (conflict === undefined) return null
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!base || !data) return null
  if (data.version === base.version) return <Failure error={conflict} />
  return (
    <LazyConflict
      key={String(data.version)}
      base={base}
      theirs={data}
      labels={labels}
      names={names}
      onResolved={() => {
        setRead(data)
        onResolved()
      }}
    />
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
