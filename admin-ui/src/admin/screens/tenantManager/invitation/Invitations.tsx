import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSay } from '../../../widgets/feedback/say'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Asking } from '../../../widgets/list/Asking'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { TimeText } from '../../../widgets/list/TimeText'
import { type Tenant, TenantSelect } from '../../../widgets/tenant/TenantSelect'
import { InviteForm } from './InviteForm'
import styles from './invitation.module.css'

/** As many are shown. */
const SHOWN = 50

/** Inviting people into a tenant, and what became of it. */
export function Invitations({ onClose }: { onClose(): void }) {
  const text = useText('invitations')
  const translate = useTranslate()
  const title = useId()
  const [tenant, setTenant] = useState<Tenant>()
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog ?? '' } }}
    >
      <DialogTitle id={title}>{text('heading')}</DialogTitle>
      <DialogContent dividers>
        <p className={styles.soft}>{text('hint')}</p>
        <TenantSelect id={tenant?.id ?? null} onChange={setTenant} />
        {tenant && <OfTenant key={tenant.id} tenantId={tenant.id} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The tenant's latest invitations. */
const latest = (tenantId: string) => ({
  pagination: { page: 1, perPage: SHOWN },
  sort: { field: 'createdAt', order: 'DESC' as const },
  filter: { tenantId },
})

function OfTenant({ tenantId }: { tenantId: string }) {
  const text = useText('invitations')
  const { data, error, refetch } = useGetList<Schemas['Invitation']>(
    'invitations',
    latest(tenantId),
  )
  return (
    <>
      <InviteForm tenantId={tenantId} />
      <section className={styles.list}>
        <h3>{text('sent_so_far')}</h3>
        {error && <Failure error={error} onRetry={refetch} />}
        {data?.length === 0 && <p className={styles.soft}>{text('empty')}</p>}
        <ul>
          {data?.map((it) => (
            <Sent key={it.id} invitation={it} />
          ))}
        </ul>
      </section>
    </>
  )
}

function Sent({ invitation }: { invitation: Schemas['Invitation'] }) {
  const text = useText('invitations')
  const call = useCall()
  const { id, email, roleName, inviterName, state, expiresAt } = invitation
  const handedOver = useHandedOver()
  const { failed } = useSay()
  const again = useMutation({
    mutationFn: () => call('POST /invitations/{id}/resend', { path: { id } }),
    onSuccess: ({ messageId }) => void handedOver(messageId, email, text('sent', { email })),
    onError: failed,
  })
  const acts: Act[] = [
    { key: 'again', label: text('again'), act: () => again.mutate() },
    {
      key: 'withdraw',
      label: text('withdraw'),
      dialog: (onClose) => (
        <Asking
          title={email}
          content={text('withdraw_ask')}
          confirmColor="warning"
          act={() => call('DELETE /invitations/{id}', { path: { id } })}
          onClose={onClose}
        />
      ),
    },
  ]
  const open = state === 'open' || state === 'expired'
  return (
    <li>
      <strong>{email}</strong>
      <span>{roleName}</span>
      {inviterName && <span>{text('by', { name: inviterName })}</span>}
      <span>
        {text(state)}
        {state === 'open' && (
          <>
            {' · '}
            {text('until')} <TimeText at={expiresAt} />
          </>
        )}
      </span>
      <div className={styles.acts}>
        <RowMenu name={email} acts={open ? acts : []} />
      </div>
    </li>
  )
}
