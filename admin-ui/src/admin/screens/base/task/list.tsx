import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { DataTable, TextInput, useListContext, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { lazyPart } from '../../../widgets/lazyPart'
import { Badge } from '../../../widgets/list/Badge'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { selection } from '../../../widgets/list/Selection'
import { TimeField } from '../../../widgets/list/TimeText'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { useOwnGroup } from './own'

const RunsDialog = lazyPart(async () => (await import('./RunsDialog')).RunsDialog)

type Task = Schemas['Task']
type Doing = 'pause' | 'resume' | 'run'

/** Jobs run while one looks at them. */
const REFETCH_MS = 5_000

/** Does something with jobs, and says that it is done. */
function useDoing(onDone: () => void = () => undefined) {
  const call = useCall()
  const text = useText('tasks')
  const say = useSay()
  return useMutation({
    mutationFn: async ({ doing, ids }: { doing: Doing; ids: string[] }) => {
      await call(`POST /tasks/${doing}`, { body: { ids } })
      return doing
    },
    onSuccess: (doing) => {
      say.done(text(`done.${doing}`))
      onDone()
    },
    onError: say.failed,
  })
}

function StatusField() {
  const task = useRecordContext<Task>()
  const text = useText('tasks')
  if (!task) return null
  return task.status === 0 ? <span>{text('running')}</span> : <Badge>{text('paused')}</Badge>
}

/** When it runs: in words, and as it is written. */
function CronField() {
  const task = useRecordContext<Task>()
  return task ? (
    <>
      {task.cronWords}
      <div data-muted>
        <small>
          {task.cronExpression} · {task.timeZone}
        </small>
      </div>
    </>
  ) : null
}

function TypeField() {
  const task = useRecordContext<Task>()
  const text = useText('tasks')
  if (!task) return null
  const what = task.jobType === 1 ? `${task.beanName}.${task.methodName}` : task.httpUrl
  return (
    <>
      {text(`types.${task.jobType}`)}
      <div data-muted>
        <small>{what}</small>
      </div>
    </>
  )
}

function Acts() {
  const text = useText('tasks')
  const removal = useRemoval('tasks')
  const { mutate } = useDoing()
  return (
    <RowActs<Task>
      name="jobName"
      acts={(task) => [
        {
          key: 'log',
          label: text('log'),
          looking: true,
          dialog: (onClose) => <RunsDialog id={task.id} name={task.jobName} onClose={onClose} />,
        },
        {
          key: 'run',
          label: text('run'),
          act: () => mutate({ doing: 'run', ids: [task.id] }),
        },
        task.status === 0
          ? {
              key: 'pause',
              label: text('pause'),
              act: () => mutate({ doing: 'pause', ids: [task.id] }),
            }
          : {
              key: 'resume',
              label: text('resume'),
              act: () => mutate({ doing: 'resume', ids: [task.id] }),
            },
        ...(task.builtIn ? [] : [removal(task, task.jobName)]),
      ]}
    />
  )
}

/** What can be done with the selected jobs together. */
function Together() {
  const text = useText('tasks')
  const { selectedIds, onUnselectItems } = useListContext()
  const { mutate, isPending } = useDoing(onUnselectItems)
  const ids = selectedIds.map(String)
  return (['run', 'pause', 'resume'] as const).map((doing) => (
    <Button key={doing} size="small" disabled={isPending} onClick={() => mutate({ doing, ids })}>
      {text(doing)}
    </Button>
  ))
}

/** What runs by the clock. */
export function TaskList() {
  const text = useText('tasks')
  const own = useOwnGroup()
  const mayEdit = useMayEdit()
  const statuses = [
    { id: 0, name: text('running') },
    { id: 1, name: text('paused') },
  ]
  const filters = [
    <SystemFilter key="jobGroup" source="jobGroup" others={own} alwaysOn />,
    <TextInput key="jobName" source="jobName" alwaysOn resettable />,
    <ChoiceFilter
      key="status"
      source="status"
      choices={statuses}
      translateChoice={false}
      alwaysOn
    />,
  ]
  const selecting = selection<Task>({
    label: text('select'),
    name: 'jobName',
    isSelectable: () => true,
    buttons: <Together />,
  })
  return (
    <Listing filters={filters} refetchInterval={REFETCH_MS} {...(mayEdit ? { selecting } : {})}>
      <DataTable.Col source="jobName" field={EditLink} />
      <DataTable.Col source="jobGroupName" disableSort />
      <DataTable.Col source="jobType" disableSort field={TypeField} />
      <DataTable.Col source="cronExpression" disableSort field={CronField} />
      <DataTable.Col source="nextRunAt" disableSort field={TimeField} />
      <DataTable.Col source="status" disableSort field={StatusField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
