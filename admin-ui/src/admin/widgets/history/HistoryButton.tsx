import {
  type RaRecord,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { loadScreenWords } from '../../i18n/screenWords'
import { useOwnText } from '../data/useText'
import { lazyPart } from '../lazyPart'
import { DialogButton } from '../list/DialogButton'

// What it says comes with the audit's screen.
const HistoryDialog = lazyPart(
  async () =>
    (await Promise.all([import('./HistoryDialog'), loadScreenWords('setting/audit')]))[0]
      .HistoryDialog,
)

/** Opens the history of the record around it, for whoever may read the record. */
export function HistoryButton() {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext<RaRecord>()
  const represent = useGetRecordRepresentation(resource)
  const text = useOwnText('history')
  if (!record) return null
  return (
    <DialogButton
      variant="text"
      looking
      dialog={(onClose) => (
        <HistoryDialog
          {...{ resource, onClose }}
          id={String(record.id)}
          name={String(represent(record))}
        />
      )}
    >
      {text('open')}
    </DialogButton>
  )
}
