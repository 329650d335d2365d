import { useMutation } from '@tanstack/react-query'
import { DataTable, SelectInput, useNotify, useRecordContext, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { messageOf } from '../../../widgets/feedback/Failure'
import { Badge } from '../../../widgets/list/Badge'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { Listing } from '../../../widgets/list/Listing'
import { TimeText } from '../../../widgets/list/TimeText'

type LogoutNotice = Schemas['Delivery']

const STATES = ['waiting', 'delivered', 'failed'].map((id) => ({
  id,
  name: `resources.logout-deliveries.${id}`,
}))
const filters = [<SelectInput key="state" source="state" choices={STATES} alwaysOn />]
/** Notices go out while one looks at them. */
const REFETCH_MS = 5_000

/** How far it has come, and what was wrong the last time. */
function StateField() {
  const notice = useRecordContext<LogoutNotice>()
  const translate = useTranslate()
  if (!notice) return null
  const { state, lastError, lastStatus } = notice
  return (
    <>
      {state === 'failed' ? (
        <Badge tone="danger">{translate(`resources.logout-deliveries.${state}`)}</Badge>
      ) : (
        <span>{translate(`resources.logout-deliveries.${state}`)}</span>
      )}
      {lastError && (
        <div data-muted>
          <small>
            {translate(`resources.logout-deliveries.${lastError}`, { status: lastStatus })}
          </small>
        </div>
      )}
    </>
  )
}

function CreatedAt() {
  return <TimeText at={useRecordContext<LogoutNotice>()?.createdAt} />
}

function NextAttemptAt() {
  return <TimeText at={useRecordContext<LogoutNotice>()?.nextAttemptAt} />
}

/** Tries again at once, also where it was given up. */
function Retry() {
  const notice = useRecordContext<LogoutNotice>()
  const translate = useTranslate()
  const notify = useNotify()
  const call = useCall()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call('POST /logout-deliveries/{id}/retry', { path: { id } }),
    onSuccess: () => notify('resources.logout-deliveries.queued', { type: 'info' }),
    onError: (error) => {
      // The server's sentence is no key: it stands for itself.
      const said = messageOf(error)
      notify(said ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: said } })
    },
  })
  if (!notice || notice.state === 'delivered') return null
  return (
    <ChangeButton
      size="small"
      loading={isPending}
      onClick={() => mutate(notice.id)}
      aria-label={`${translate('cardea.retry')}: ${notice.clientName}, ${notice.userName}`}
    >
      {translate('cardea.retry')}
    </ChangeButton>
  )
}

/** What clients were told, or are still to be told, of sessions that ended. */
export function LogoutNoticeList() {
  return (
    <Listing
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      refetchInterval={REFETCH_MS}
    >
      <DataTable.Col source="clientName" disableSort />
      <DataTable.Col source="userName" disableSort />
      <DataTable.Col source="state" disableSort field={StateField} />
      <DataTable.NumberCol source="attempts" disableSort />
      <DataTable.Col source="nextAttemptAt" disableSort field={NextAttemptAt} />
      <DataTable.Col source="createdAt" field={CreatedAt} />
      <DataTable.Col label=" " disableSort field={Retry} />
    </Listing>
  )
}
