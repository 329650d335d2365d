import Button from '@mui/material/Button'
import type { ComponentType, ReactNode } from 'react'
import {
  Create,
  Edit,
  LinkBase,
  type RaRecord,
  SimpleForm,
  Toolbar,
  useCreatePath,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin'
import { screenOf } from '../../routes'
import { HistoryButton } from '../history/HistoryButton'
import { CopyText } from '../list/CopyText'
import type { Named } from './Conflict'
import { Inputs, Refusal, SPEAKING, Submit } from './FormParts'
import styles from './RecordForm.module.css'
import { AskBeforeLeaving } from './Unsaved'
import { useSave } from './useSave'

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

const asTyped = (data: Partial<RaRecord>) => data

/** The form of a record's page, which leads back to the list. */
function PageForm(props: FormProps & { record?: RaRecord }) {
  const { children, record, defaultValues, transform = asTyped, onSaved, fields, names } = props
  const translate = useTranslate()
  const redirect = useRedirect()
  const resource = useResourceContext() ?? ''
  const list = useCreatePath()({ resource, type: 'list' })
  const saving = useSave<Partial<RaRecord>>({
    resource,
    record,
    fields: fields ?? screenOf(resource)?.writable,
    onSaved: onSaved ?? (() => redirect('list', resource)),
  })
  const toolbar = (
    <Toolbar className={styles.toolbar}>
      <Refusal saving={saving} />
      <Submit saving={saving} />
      <Button component={LinkBase} to={list} variant="text">
        {translate('ra.action.cancel')}
      </Button>
    </Toolbar>
  )
  return (
    <SimpleForm
      {...SPEAKING}
      {...(defaultValues ? { defaultValues } : {})}
      toolbar={toolbar}
      onSubmit={(data: object) => saving.save(transform(data))}
    >
      <Inputs {...{ saving, names }} className={styles.grid}>
        {children}
      </Inputs>
      {record && <RecordId />}
      <AskBeforeLeaving />
    </SimpleForm>
  )
}

/** The page that adds a record. */
export function RecordCreate(props: FormProps) {
  return (
    <Create className={styles.page}>
      <PageForm {...props} />
    </Create>
  )
}

/**
 * The page that changes a record. When somebody else was faster the server refuses the save (409);
 * the page keeps what was typed, shows what the other person did, and lets the reader choose.
 */
export function RecordEdit(props: FormProps) {
  return (
    <Edit className={styles.page} actions={false}>
      <OfRecord {...props} />
    </Edit>
  )
}

interface FormsOptions extends Pick<FormProps, 'defaultValues' | 'names'> {
  /** What stands above the inputs of a record that is changed. */
  above?: ReactNode
}

/** The pages of a resource whose records are added and changed by the same inputs. */
export function recordForms(Inputs: ComponentType, options: FormsOptions) {
  const { defaultValues, names, above } = options
  const CreatePage = () => (
    <RecordCreate {...(defaultValues ? { defaultValues } : {})}>
      <Inputs />
    </RecordCreate>
  )
  const EditPage = () => (
    <RecordEdit {...(names ? { names } : {})}>
      {above}
      <Inputs />
    </RecordEdit>
  )
  return { Create: CreatePage, Edit: EditPage }
}

function OfRecord(props: FormProps) {
  const record = useRecordContext<RaRecord>()
  return record ? <PageForm {...props} record={record} /> : null
}

function RecordId() {
  const record = useRecordContext()
  const translate = useTranslate()
  if (!record) return null
  return (
    <small className={styles.id}>
      {translate('cardea.id')} <CopyText text={String(record.id)} /> <HistoryButton />
    </small>
  )
}
