import type { RaRecord } from 'react-admin'
import { mayOnPlatform, useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { ReasonInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { text as trimmed } from '../../../widgets/form/rules'
import { DialogButton } from '../../../widgets/list/DialogButton'

interface ArchivingProps {
  tenant: RaRecord
}

/** Archives a tenant that is in use, or restores an archived one: only for who manages the platform's tenants. */
export function Archiving({ tenant }: ArchivingProps) {
  const text = useText('tenants')
  const onPlatform = mayOnPlatform(useReader(), 'systemManger/tenant')
  if (!onPlatform) return null
  const act = tenant.archivedAt ? 'restore' : 'archive'
  return (
    <DialogButton
      variant="outlined"
      dialog={(onClose) => <ActDialog {...{ tenant, act, onClose }} />}
    >
      {text(`${act}.act`)}
    </DialogButton>
  )
}

interface ActDialogProps extends ArchivingProps {
  act: 'archive' | 'restore'
  onClose(): void
}

function ActDialog({ tenant, act, onClose }: ActDialogProps) {
  const text = useText('tenants')
  const call = useCall()
  const path = { id: String(tenant.id) }
  return (
    <FormDialog
      resource="tenants"
      title={text(`${act}.title`, { name: tenant.tenantName })}
      text={text(`${act}.text`)}
      submit={text(`${act}.act`)}
      danger={act === 'archive'}
      fields={['reason']}
      act={({ reason }) => {
        const body = { reason: trimmed(reason) }
        return act === 'archive'
          ? call('POST /tenants/{id}/archive', { path, body })
          : call('POST /tenants/{id}/restore', { path, body })
      }}
      done={() => text(`${act}.done`)}
      onClose={onClose}
    >
      <ReasonInput label={text('reason')} helperText={text('reason_hint')} />
    </FormDialog>
  )
}
