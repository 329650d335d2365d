import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { ReasonInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { text as trimmed } from '../../../widgets/form/rules'
import type { Held } from './model'

/** Names that a question spells out; of more people it says how many. */
const NAMED = 5

interface RevokeDialogProps {
  softwareId: string
  tenantId: string
  grants: Pick<Held, 'id' | 'label' | 'studyCode'>[]
  onClose(): void
  onStarted(batchId: string): void
}

/** Says what a revocation does, and asks for its reason. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { softwareId, tenantId, grants, onClose, onStarted } = props
  const text = useText('grants')
  const call = useCall()
  const names = grants.slice(0, NAMED).map(({ label, studyCode }) => `${label} · ${studyCode}`)
  return (
    <FormDialog
      resource="grants"
      title={text('revoke_title')}
      text={text('revoke_text', {
        count: grants.length,
        names: [...names, ...(grants.length > NAMED ? ['…'] : [])].join(', '),
      })}
      submit={text('revoke')}
      danger
      fields={['reason']}
      act={({ reason }) =>
        call('POST /panels/{softwareId}/revoke', {
          path: { softwareId },
          body: { tenantId, ids: grants.map(({ id }) => id), reason: trimmed(reason) },
        })
      }
      done={() => undefined}
      onSaved={({ batchId }) => onStarted(batchId)}
      onClose={onClose}
    >
      <ReasonInput label={text('reason')} helperText={text('reason_hint')} />
    </FormDialog>
  )
}
