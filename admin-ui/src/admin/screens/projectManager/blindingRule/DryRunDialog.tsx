import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../../shared/api'
import { count } from '../../../../shared/format'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { ReadTable } from '../../../widgets/feedback/ReadTable'
import { type Tenant, TenantSelect } from '../../../widgets/tenant/TenantSelect'
import styles from './blindingRule.module.css'

/** Who has roles of both sides in one study of a tenant today. */
export function DryRunDialog({ onClose }: { onClose(): void }) {
  const text = useText('blinding-rules')
  const call = useCall()
  const [tenant, setTenant] = useState<Tenant>()
  const trying = useMutation({
    mutationFn: (tenantId: string) => call('POST /blinding-rules/dry-run', { body: { tenantId } }),
  })
  return (
    <ReadDialog title={text('dry_run')} wide onClose={onClose}>
      <p className={styles.hint}>{text('dry_run_hint')}</p>
      <div className={styles.asked}>
        <TenantSelect
          id={tenant?.id ?? null}
          onChange={(chosen) => {
            setTenant(chosen)
            trying.reset()
          }}
        />
        <Button
          variant="contained"
          disabled={!tenant}
          loading={trying.isPending}
          onClick={() => tenant && trying.mutate(tenant.id)}
        >
          {text('try')}
        </Button>
      </div>
      <section aria-live="polite">
        {trying.error && <Failure error={trying.error} />}
        {trying.data && <Found found={trying.data} />}
      </section>
    </ReadDialog>
  )
}

function Found({ found }: { found: Schemas['DryRun'] }) {
  const text = useText('blinding-rules')
  const { conflicts, complete, lookedAt } = found
  return (
    <>
      <p>{text('looked_at', { count: count(lookedAt) })}</p>
      {!complete && <Alert severity="warning">{text('incomplete')}</Alert>}
      {conflicts.length === 0 ? (
        <Alert severity="success">{text('no_conflicts')}</Alert>
      ) : (
        <ReadTable label={text('conflicts')}>
          <thead>
            <tr>
              <th scope="col">{text('person')}</th>
              <th scope="col">{text('study')}</th>
              <th scope="col">{text('blinded')}</th>
              <th scope="col">{text('unblinded')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((each) => (
              <tr key={`${each.userId} ${each.studyCode}`}>
                <th scope="row">{each.label}</th>
                <td>
                  {each.studyName} <span data-muted>{each.studyCode}</span>
                </td>
                <td>{each.blinded.join(', ')}</td>
                <td>{each.unblinded.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </ReadTable>
      )}
    </>
  )
}
