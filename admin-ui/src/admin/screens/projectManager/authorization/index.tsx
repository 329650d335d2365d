import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useAddress } from '../../../widgets/data/useAddress'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'
import type { AuthSoftware } from '../userAllowed/model'
import { Softwares } from '../userAllowed/Softwares'
import panel from '../userAllowed/userAllowed.module.css'
import { Offer } from './Offer'
import { Outcome } from './Outcome'
import { Sent } from './Sent'

/**
 * Pre-authorisation: what a system's panel offers is sent to people, who have it once they accept it.
 * Below the panel is what was sent, and what became of it.
 */
export function Preauthorise() {
  const { params, choose } = useAddress()
  return (
    <TenantScreen>
      {(tenant) => (
        <Softwares
          tenant={tenant}
          chosen={params.get('software')}
          onChoose={(software) => choose({ software })}
        >
          {(software) => <OfSoftware software={software} tenant={tenant} />}
        </Softwares>
      )}
    </TenantScreen>
  )
}

function OfSoftware({ software, tenant }: { software: AuthSoftware; tenant: Tenant }) {
  const translate = useTranslate()
  const mayEdit = useMayEdit()
  const [result, setResult] = useState<Schemas['PreauthorisationResult']>()
  return (
    <>
      {mayEdit && software.available && (
        <Offer software={software} tenant={tenant} onSent={setResult} />
      )}
      {mayEdit && !software.available && (
        <p className={panel.hint} role="status">
          {software.reason ?? translate('resources.grants.authorise.unavailable')}
        </p>
      )}
      {/* What was sent can be withdrawn, whether or not more can be sent. */}
      <Sent softwareId={software.id} tenantId={tenant.id} />
      {result && <Outcome result={result} onClose={() => setResult(undefined)} />}
    </>
  )
}
