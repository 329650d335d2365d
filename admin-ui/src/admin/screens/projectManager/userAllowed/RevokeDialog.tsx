import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { ReasonInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { text as trimmed } from '../../../widgets/form/rules'
import type { Site } from './StudyTree'

/** Names that a question spells out; of more people it says how many. */
const NAMED = 5

/** A grant, and what it is called. */
export interface Revocable {
  id: string
  /** Full name with user name. */
  label: string
  studyCode: string
}

interface RevokeDialogProps {
  softwareId: string
  tenantId: string
  /** Only this site is taken. */
  site?: Site
  grants: Revocable[]
  onClose(): void
  onStarted(batchIds: string[]): void
}

/** Says what is taken, and asks for the reason. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { softwareId, tenantId, site, grants, onClose, onStarted } = props
  const text = useText('grants')
  const call = useCall()
  const names = grants.slice(0, NAMED).map(({ label, studyCode }) => `${label} · ${studyCode}`)
  const said = {
    count: grants.length,
    names: [...names, ...(grants.length > NAMED ? ['…'] : [])].join(', '),
    site: site?.name ?? '',
  }
  return (
    <FormDialog
      resource="grants"
      title={text(site ? 'take_site' : 'revoke_title')}
      text={text(site ? 'take_site_text' : 'revoke_text', said)}
      submit={text(site ? 'take_site' : 'revoke')}
      danger
      fields={['reason']}
      act={({ reason }) =>
        call('POST /panels/{softwareId}/cancel', {
          path: { softwareId },
          body: {
            tenantId,
            ids: grants.map(({ id }) => id),
            isSite: site !== undefined,
            siteId: site?.id ?? null,
            reason: trimmed(reason),
          },
        })
      }
      done={() => undefined}
      onSaved={({ batchIds }) => onStarted(batchIds)}
      onClose={onClose}
    >
      <ReasonInput label={text('reason')} helperText={text('reason_hint')} />
    </FormDialog>
  )
}
