import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import { inOrder, WHOLE_LIST } from '../../../widgets/data/reference'
import { useCall } from '../../../widgets/data/useCall'
import { Failure } from '../../../widgets/feedback/Failure'
import type { Grant } from '../../../widgets/panel'
import { splitEmails, wrongEmails } from './emails'
import { type Held, replaces } from './model'
import { UserPicker } from './UserPicker'
import styles from './userAllowed.module.css'

/** Tenant roles are of type 2; user types are dictionary category 3. */
const TENANT_ROLES = { roleType: '2' }
const USER_TYPE_CATEGORY = '3'

interface Person {
  role: string
  type: string
  emails: string
  users: ReadonlySet<string>
}

/** Who gets it, and as what. */
export interface People {
  userIds: string[]
  emails: string[]
  userRole: string
  userTypeId: string
}

interface AuthoriseDialogProps {
  softwareId: string
  tenantId: string
  grants: Grant[]
  /** What the panel was opened for: it is this person whose authorisation is changed. */
  held?: Held | undefined
  onClose(): void
  onStarted(batchId: string): void
}

interface PeopleDialogProps {
  tenantId: string
  /** Whose authorisation is changed: then nobody else is chosen. */
  held?: Held | undefined
  /** What the button says, and what addresses are for: message keys. */
  submit: string
  emailsHint: string
  userRequired: string
  /** Sends what was chosen; the dialog shows why it was refused. */
  send(people: People): Promise<void>
  onClose(): void
}

type Wrong = Partial<Record<keyof Person, string>>

/** What keeps a form from being sent, as message keys. */
function wrongIn({ role, type, emails, users }: Person, userRequired: string): Wrong {
  return {
    ...(role ? {} : { role: 'resources.grants.authorise.role_required' }),
    ...(type ? {} : { type: 'resources.grants.authorise.type_required' }),
    ...(wrongEmails(emails).length > 0 ? { emails: 'resources.grants.authorise.email_wrong' } : {}),
    ...(users.size === 0 && splitEmails(emails).length === 0 ? { users: userRequired } : {}),
  }
}

/** Authorises people at once. */
export function AuthoriseDialog(props: AuthoriseDialogProps) {
  const { softwareId, tenantId, grants, held, onClose, onStarted } = props
  const call = useCall()
  return (
    <PeopleDialog
      {...{ tenantId, held, onClose }}
      submit={held ? 'resources.grants.change_submit' : 'resources.grants.authorise.submit'}
      emailsHint="resources.grants.authorise.emails_hint"
      userRequired="resources.grants.authorise.user_required"
      send={async (people) => {
        const whole = held !== undefined && replaces(held, grants)
        const body = { tenantId, grants, ...people, replaces: whole }
        const asked = { path: { softwareId }, body }
        onStarted((await call('POST /panels/{softwareId}/authorise', asked)).batchId)
      }}
    />
  )
}

/** Who is meant: role, type, members of the tenant, and people known by e-mail only. */
export function PeopleDialog(props: PeopleDialogProps) {
  const { tenantId, held, submit: submitLabel, emailsHint, userRequired, send, onClose } = props
  const translate = useTranslate()
  const title = useId()
  const [person, setPerson] = useState<Person>({
    role: held?.userRole ?? '',
    type: held?.userTypeId ?? '',
    emails: '',
    users: new Set(held && [held.userId]),
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const wrong: Wrong = tried ? wrongIn(person, userRequired) : {}
  const change = (part: Partial<Person>) => setPerson((old) => ({ ...old, ...part }))

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    setFailure(undefined)
    if (busy || Object.keys(wrongIn(person, userRequired)).length > 0) return
    setBusy(true)
    try {
      await send({
        userIds: [...person.users],
        emails: splitEmails(person.emails),
        userRole: person.role,
        userTypeId: person.type,
      })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog } }}
    >
      <DialogTitle id={title}>
        {translate(held ? 'resources.grants.change' : 'cardea.panel.open')}
      </DialogTitle>
      <DialogContent dividers>
        <form id={`${title}-form`} onSubmit={submit} noValidate className={styles.form}>
          <RoleAndType {...{ tenantId, person, wrong, change }} />
          {held ? (
            <p>{translate('resources.grants.change_of', { who: held.label })}</p>
          ) : (
            <PeopleFields {...{ tenantId, person, wrong, change, emailsHint }} />
          )}
          {failure !== undefined && <Failure error={failure} onRetry={submit} />}
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button type="submit" form={`${title}-form`} variant="contained" loading={busy}>
          {translate(submitLabel)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** People known by e-mail only, and members of the tenant. */
function PeopleFields({
  tenantId,
  person,
  wrong,
  change,
  emailsHint,
}: PartProps & { emailsHint: string }) {
  const translate = useTranslate()
  return (
    <>
      <TextField
        label={translate('resources.grants.authorise.emails')}
        value={person.emails}
        onChange={(event) => change({ emails: event.target.value })}
        error={Boolean(wrong.emails)}
        helperText={emailHelp(person, wrong, translate(emailsHint), translate)}
        multiline
        maxRows={4}
        fullWidth
      />
      <UserPicker
        tenantId={tenantId}
        chosen={person.users}
        onChange={(users) => change({ users })}
        {...(wrong.users ? { problem: translate(wrong.users) } : {})}
      />
    </>
  )
}

function emailHelp(
  person: Person,
  wrong: Wrong,
  hint: string,
  translate: ReturnType<typeof useTranslate>,
): string {
  if (!wrong.emails) return hint
  return `${translate(wrong.emails)} (${wrongEmails(person.emails).join(', ')})`
}

interface PartProps {
  tenantId: string
  person: Person
  wrong: Wrong
  change(part: Partial<Person>): void
}

function RoleAndType({ tenantId, person, wrong, change }: PartProps) {
  const roles = useGetList('roles', { filter: TENANT_ROLES, ...WHOLE_LIST })
  const types = useGetList('dictionary-items', {
    filter: { categoryId: USER_TYPE_CATEGORY, tenantId },
    ...WHOLE_LIST,
  })
  return (
    <div className={styles.pair}>
      <Choice
        label="resources.grants.authorise.role"
        value={person.role}
        choices={inOrder(roles.data)
          .filter(({ status }) => status === '0')
          .map(({ id, name, desc }) => ({ id: String(id), name: desc ?? name }))}
        problem={wrong.role}
        onChange={(role) => change({ role })}
      />
      <Choice
        label="resources.grants.authorise.type"
        value={person.type}
        choices={inOrder(types.data).map(({ id, dicName }) => ({ id: String(id), name: dicName }))}
        problem={wrong.type}
        onChange={(type) => change({ type })}
      />
      {roles.error && <Failure error={roles.error} onRetry={roles.refetch} />}
      {types.error && <Failure error={types.error} onRetry={types.refetch} />}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: { id: string; name: string }[]
  problem: string | undefined
  onChange(value: string): void
}

function Choice({ label, value, choices, problem, onChange }: ChoiceProps) {
  const translate = useTranslate()
  const known = choices.some(({ id }) => id === value)
  // What was given once may be gone: it is chosen anew.
  const gone = value !== '' && choices.length > 0 && !known
  useEffect(() => {
    if (gone) onChange('')
  }, [gone, onChange])
  return (
    <TextField
      select
      required
      fullWidth
      id={useId()}
      label={translate(label)}
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(problem)}
      helperText={problem ? translate(problem) : ' '}
    >
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
