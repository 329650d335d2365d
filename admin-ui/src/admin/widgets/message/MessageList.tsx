import Button from '@mui/material/Button'
import type { ReactElement, ReactNode } from 'react'
import { DataTable, useListContext, useRecordContext, useResourceContext } from 'react-admin'
import { useMayEdit } from '../access/useMayEdit'
import { useText } from '../data/useText'
import { DayInput } from '../form/DayInput'
import { Badge } from '../list/Badge'
import { ChoiceFilter } from '../list/ChoiceFilter'
import { Listing } from '../list/Listing'
import { RowActs } from '../list/RowActs'
import { SearchFilter } from '../list/SearchFilter'
import { selection } from '../list/Selection'
import { TimeField } from '../list/TimeText'
import { SystemFilter } from '../system/SystemFilter'
import { LogDialog } from './LogDialog'
import { canResend, type Log, type Logged, REFETCH_MS } from './logs'
import { useResend } from './useResend'

const useLog = () => useResourceContext() as Log
const useLogText = () => useText(useLog())

/** Whether it arrived at a gateway, and what was wrong the last time. */
function StateField() {
  const message = useRecordContext<Logged>()
  const text = useLogText()
  if (!message) return null
  const { state, lastError, arriveDesc } = message
  return (
    <>
      {state === 'failed' ? <Badge tone="danger">{arriveDesc}</Badge> : <span>{arriveDesc}</span>}
      {lastError && (
        <div data-muted>
          <small>{text(`failures.${lastError}`)}</small>
        </div>
      )}
    </>
  )
}

function CountField() {
  const message = useRecordContext<Logged>()
  return message ? (
    <span>
      {message.sendCount} / {message.maxSendCount}
    </span>
  ) : null
}

/** What it is for, and of which system it speaks. */
function PurposeField() {
  const message = useRecordContext<Logged>()
  const text = useLogText()
  return message ? (
    <>
      {message.purposeDesc}
      <div data-muted>
        <small>{message.softName || text('own')}</small>
      </div>
    </>
  ) : null
}

interface ActsProps {
  /** The field that says whom it went to. */
  to: string
}

function Acts({ to }: ActsProps) {
  const text = useLogText()
  const log = useLog()
  const { mutate } = useResend(log)
  return (
    <RowActs<Logged & { id: string }>
      name={to}
      acts={(message) => [
        {
          key: 'log',
          label: text('log'),
          looking: true,
          dialog: (onClose) => (
            <LogDialog
              log={log}
              id={message.id}
              name={String((message as Record<string, unknown>)[to] ?? '')}
              onClose={onClose}
            />
          ),
        },
        ...(canResend(message)
          ? [{ key: 'resend', label: text('resend'), act: () => mutate([message.id]) }]
          : []),
      ]}
    />
  )
}

/** Sends what is selected again. */
function ResendSelected() {
  const text = useLogText()
  const { selectedIds, onUnselectItems } = useListContext()
  const { mutate, isPending } = useResend(useLog(), onUnselectItems)
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate(selectedIds.map(String))}>
      {text('resend')}
    </Button>
  )
}

/** Says how far a search for a part of a text looks, while one is made. */
function Window() {
  const text = useLogText()
  const { filterValues } = useListContext()
  if (!filterValues?.q && !filterValues?.subject) return null
  return <small data-muted>{text('window')}</small>
}

interface MessageListProps {
  /** The field that says whom a message went to. */
  to: 'phone' | 'to'
  /** The filters that this log alone has. */
  filters: ReactElement[]
  /** The columns that this log alone has. */
  children: ReactNode
}

/** What was sent, to whom, and what became of it. */
export function MessageList({ to, filters, children }: MessageListProps) {
  const text = useLogText()
  const mayEdit = useMayEdit()
  const selecting = selection<Logged>({
    label: text('select'),
    name: to,
    isSelectable: canResend,
    buttons: <ResendSelected />,
  })
  const states = ['waiting', 'sent', 'failed'].map((id) => ({ id, name: text(`states.${id}`) }))
  const all = [
    <SearchFilter key="q" source="q" alwaysOn />,
    ...filters,
    <SystemFilter key="softId" source="softId" alwaysOn />,
    <ChoiceFilter key="state" source="state" choices={states} translateChoice={false} alwaysOn />,
    <DayInput key="startTime" source="startTime" moment="start" alwaysOn />,
    <DayInput key="endTime" source="endTime" moment="end" alwaysOn />,
    <Window key="window" />,
  ]
  return (
    <Listing filters={all} refetchInterval={REFETCH_MS} {...(mayEdit ? { selecting } : {})}>
      {children}
      <DataTable.Col source="purpose" disableSort field={PurposeField} />
      <DataTable.Col source="state" disableSort field={StateField} />
      <DataTable.Col source="sendCount" disableSort field={CountField} />
      <DataTable.Col source="createTime" field={TimeField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort>
        <Acts to={to} />
      </DataTable.Col>
    </Listing>
  )
}
