import { useMutation } from '@tanstack/react-query'
import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Badge } from '../../../widgets/list/Badge'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { TimeField } from '../../../widgets/list/TimeText'

type LogoutNotice = Schemas['Delivery']

const STATES = ['waiting', 'delivered', 'failed'].map((id) => ({
  id,
  name: `resources.logout-deliveries.${id}`,
}))
const filters = [<ChoiceFilter key="state" source="state" choices={STATES} alwaysOn />]
/** Notices go out while one looks at them. */
const REFETCH_MS = 5_000

/** How far it has come, and what was wrong the last time. */
function StateField() {
  const notice = useRecordContext<LogoutNotice>()
  const text = useText('logout-deliveries')
  if (!notice) return null
  const { state, lastError, lastStatus } = notice
  return (
    <>
      {state === 'failed' ? <Badge tone="danger">{text(state)}</Badge> : <span>{text(state)}</span>}
      {lastError && (
        <div data-muted>
          <small>{text(lastError, { status: lastStatus })}</small>
        </div>
      )}
    </>
  )
}

/**
 * Tries again at once, also where it was given up. All that can be done with a notice, and it takes nothing away: a
 * menu would only stand before it.
 */
function Retry() {
  const notice = useRecordContext<LogoutNotice>()
  const translate = useTranslate()
  const text = useText('logout-deliveries')
  const say = useSay()
  const call = useCall()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call('POST /logout-deliveries/{id}/retry', { path: { id } }),
    onSuccess: () => say.done(text('queued')),
    onError: say.failed,
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
    <Listing filters={filters} refetchInterval={REFETCH_MS}>
      <DataTable.Col source="clientName" disableSort />
      <DataTable.Col source="userName" disableSort />
      <DataTable.Col source="state" disableSort field={StateField} />
      <DataTable.NumberCol source="attempts" disableSort />
      <DataTable.Col source="nextAttemptAt" disableSort field={TimeField} />
      <DataTable.Col source="createdAt" field={TimeField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Retry} />
    </Listing>
  )
}
