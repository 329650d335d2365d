import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { ReasonInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { text as trimmed } from '../../../widgets/form/rules'
import type { Allowed } from './model'
import type { Site, Study } from './StudyTree'

/** Names that a question spells out; of more people it says how many. */
const NAMED = 5

interface RevokeDialogProps {
  softwareId: string
  tenantId: string
  study: Study
  /** Only this site is taken. */
  site?: Site
  grants: Allowed[]
  onClose(): void
  onStarted(batchIds: string[]): void
}

/** Says what is taken, and asks for the reason. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { softwareId, tenantId, study, site, grants, onClose, onStarted } = props
  const text = useText('grants')
  const call = useCall()
  const names = grants
    .slice(0, NAMED)
    .map(({ fullName, userName }) => `${fullName} (${userName}) · ${study.studyCode}`)
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
