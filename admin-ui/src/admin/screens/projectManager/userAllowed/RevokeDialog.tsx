import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { fieldErrors } from '../../../widgets/feedback/say'
import { DialogField, FormDialog } from '../../../widgets/form/FormDialog'
import type { Held } from './model'

/** Names that a question spells out; of more people it says how many. */
const NAMED = 5

interface RevokeDialogProps {
  softwareId: string
  tenantId: string
  grants: Held[]
  onClose(): void
  onStarted(batchId: string): void
}

/** Says what a revocation does, and asks for its reason. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { softwareId, tenantId, grants, onClose, onStarted } = props
  const text = useText('grants')
  const call = useCall()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /panels/{softwareId}/revoke', {
        path: { softwareId },
        body: { tenantId, ids: grants.map(({ id }) => id), reason: reason.trim() },
      }),
    onSuccess: ({ batchId }) => onStarted(batchId),
  })
  const names = grants.slice(0, NAMED).map(({ label, studyCode }) => `${label} · ${studyCode}`)
  return (
    <FormDialog
      title={text('revoke_title')}
      text={text('revoke_text', {
        count: grants.length,
        names: [...names, ...(grants.length > NAMED ? ['…'] : [])].join(', '),
      })}
      submit={text('revoke')}
      danger
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    >
      <DialogField
        name="reason"
        label={text('reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        problem={fieldErrors(error).reason}
        helperText={text('reason_hint')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        autoFocus
        required
      />
    </FormDialog>
  )
}
