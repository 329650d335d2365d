import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Badge } from '../../../widgets/list/Badge'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { TimeText } from '../../../widgets/list/TimeText'
import { CheckDialog } from './CheckDialog'

/** How often one looks whether a check has ended. */
const ASK_AGAIN_MS = 3_000

/** What the last check of the whole audit found, and a new one on demand. The platform's alone may see it. */
export function LastCheck() {
  const text = useText('audit-events')
  const say = useSay()
  const call = useCall()
  const { data } = useAnswer(
    'GET /audit-checks/last',
    {},
    {
      refetchInterval: ({ state }) => (state.data && !state.data.endedAt ? ASK_AGAIN_MS : false),
    },
  )
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /audit-checks/last', {}),
    onError: say.failed,
  })
  if (data === undefined) return null
  const running = isPending || (data !== null && !data.endedAt)
  const wrong = data?.outcome && data.outcome !== 'whole'
  return (
    <>
      <span role="status">
        {running && <span data-muted>{text('checking')}</span>}
        {!running && data?.outcome === 'whole' && (
          <span data-muted>
            {text('whole', { count: data.rowsChecked ?? 0 })} <TimeText at={data.endedAt} />
          </span>
        )}
        {!running && wrong && <Badge tone="danger">{text(`check_${data.outcome}`)}</Badge>}
      </span>
      {!running && wrong && (
        <DialogButton looking dialog={(onClose) => <CheckDialog check={data} onClose={onClose} />}>
          {text('why')}
        </DialogButton>
      )}
      <Button onClick={() => mutate()} disabled={running}>
        {text('check')}
      </Button>
    </>
  )
}
