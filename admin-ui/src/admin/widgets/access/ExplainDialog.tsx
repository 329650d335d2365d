import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useGetList } from 'react-admin'
import { useCall } from '../data/useCall'
import { useOwnText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { ReadDialog } from '../feedback/ReadDialog'
import { type Choice, ChoiceField } from '../form/choices'
import { useSearch } from '../list/useSearch'
import { Waiting } from '../list/Waiting'
import { useSystems } from '../system/systems'
import { Explanation } from './Explanation'
import styles from './explainDialog.module.css'
import { hasMenu } from './hasMenu'
import { useReader } from './reach'

const ASK = 'GET /users/{id}/access-explanation'
/** As many studies are offered; who looks for another one searches. */
const OFFERED = 50

type Question = Partial<Record<'operation' | 'act' | 'studyId' | 'softwareId', string>>

interface ExplainDialogProps {
  userId: string
  name: string
  /** What is asked of one tenant alone. */
  tenantId?: string
  onClose(): void
}

/** Asks why somebody may use a menu, a study or a system, or may not. */
export function ExplainDialog({ userId, name, tenantId, onClose }: ExplainDialogProps) {
  const text = useOwnText('access')
  const call = useCall()
  const [asked, setAsked] = useState<Question>()
  const query = { ...asked, ...(tenantId ? { tenantId } : {}) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['users', ASK, userId, query],
    queryFn: ({ signal }) => call(ASK, { path: { id: userId }, query, signal }),
    enabled: asked !== undefined,
    retry: false,
  })
  return (
    <ReadDialog title={text('title', { name })} wide onClose={onClose}>
      <Asking tenantId={tenantId} onAsk={setAsked} />
      {error && <Failure error={error} onRetry={refetch} />}
      {isFetching && !data && <Waiting />}
      {data && !error && <Explanation told={data} />}
    </ReadDialog>
  )
}

interface AskingProps {
  tenantId: string | undefined
  onAsk(question: Question): void
}

/** What is asked about: one kind of thing at a time, of which the reader sees the records. */
function Asking({ tenantId, onAsk }: AskingProps) {
  const text = useOwnText('access')
  const reader = useReader()
  const [about, setAbout] = useState('operation')
  const [chosen, setChosen] = useState('')
  const [act, setAct] = useState('view')
  const kinds: Choice[] = [
    { id: 'operation', name: text('about.operation') },
    ...(hasMenu(reader, 'tenantManager/tenantPorject')
      ? [{ id: 'studyId', name: text('about.studyId') }]
      : []),
    ...(SYSTEM_MENUS.some((menu) => hasMenu(reader, menu))
      ? [{ id: 'softwareId', name: text('about.softwareId') }]
      : []),
  ]
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onAsk(about === 'operation' ? { operation: chosen, act } : { [about]: chosen })
  }
  return (
    <form className={styles.asking} onSubmit={ask}>
      <ChoiceField
        name="about"
        label={text('about.label')}
        choices={kinds}
        value={about}
        onChange={(kind) => {
          setAbout(kind)
          setChosen('')
        }}
      />
      {about === 'operation' && <MenuChoice value={chosen} onChange={setChosen} />}
      {about === 'studyId' && (
        <StudyChoice tenantId={tenantId} value={chosen} onChange={setChosen} />
      )}
      {about === 'softwareId' && <SystemChoice value={chosen} onChange={setChosen} />}
      {about === 'operation' && (
        <ChoiceField
          name="act"
          label={text('act.label')}
          choices={['view', 'edit'].map((id) => ({ id, name: text(`act.${id}`) }))}
          value={act}
          onChange={setAct}
        />
      )}
      <Button type="submit" variant="contained" disabled={!chosen}>
        {text('ask')}
      </Button>
    </form>
  )
}

/** The menus of which one is needed to choose a system. */
const SYSTEM_MENUS = [
  'tenantManager/syslist',
  'software/tenantsoft',
  'software/urlSet',
  'projectManager/softAllowed',
]

interface OneChoiceProps {
  value: string
  onChange(value: string): void
}

/** The menus of the reader: of others they learn nothing here. */
function MenuChoice(props: OneChoiceProps) {
  const text = useOwnText('access')
  const items = useReader()?.menuList.flatMap(({ list }) => list ?? []) ?? []
  const choices = items.flatMap(({ url, name }) =>
    url ? [{ id: url.replace(/^\/?(index\/)?/, ''), name }] : [],
  )
  return (
    <ChoiceField name="operation" label={text('about.operation')} choices={choices} {...props} />
  )
}

function StudyChoice({ tenantId, ...props }: OneChoiceProps & { tenantId: string | undefined }) {
  const text = useOwnText('access')
  const { q, field } = useSearch(text('search_study'))
  const filter = { ...(tenantId ? { tenantId } : {}), ...(q ? { q } : {}) }
  const { data, error, refetch } = useGetList('studies', {
    filter,
    pagination: { page: 1, perPage: OFFERED },
    sort: { field: 'studyName', order: 'ASC' },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  const choices = (data ?? []).map(({ id, studyCode, studyName }) => ({
    id: String(id),
    name: `${studyCode} ${studyName}`,
  }))
  return (
    <>
      {field}
      <ChoiceField name="studyId" label={text('about.studyId')} choices={choices} {...props} />
    </>
  )
}

function SystemChoice(props: OneChoiceProps) {
  const text = useOwnText('access')
  const { systems, error, refetch } = useSystems()
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <ChoiceField name="softwareId" label={text('about.softwareId')} choices={systems} {...props} />
  )
}
