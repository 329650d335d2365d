import { useMemo, useState } from 'react'
import { Loading } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { Failure } from '../../../widgets/feedback/Failure'
import { type Definition, type Grant, PanelForm } from '../../../widgets/panel'
import type { Tenant } from '../../../widgets/tenant/TenantSelect'
import { PeopleDialog } from '../userAllowed/AuthoriseDialog'
import { type AuthSoftware, panelSource } from '../userAllowed/model'

interface OfferProps {
  software: AuthSoftware
  tenant: Tenant
  onSent(result: Schemas['PreauthorisationResult']): void
}

/** The panel of one system, and to whom what was chosen is sent. */
export function Offer({ software, tenant, onSent }: OfferProps) {
  const call = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is the same call each time
  const source = useMemo(() => panelSource(call, software.id, tenant.id), [software.id, tenant.id])
  const [grants, setGrants] = useState<Grant[]>()
  const { data, error, isPending, refetch } = useAnswer(
    'GET /panels/{softwareId}',
    { path: { softwareId: software.id }, query: { tenantId: tenant.id } },
    { refetchOnWindowFocus: false },
  )
  if (isPending) return <Loading />
  if (error) return <Failure error={error} onRetry={refetch} />
  const definition = data as Definition
  return (
    <>
      <PanelForm
        key={definition.pluginVersion}
        {...{ definition }}
        source={source}
        onReady={setGrants}
      />
      {grants && (
        <PeopleDialog
          tenantId={tenant.id}
          submit="resources.preauthorisations.submit"
          emailsHint="resources.preauthorisations.emails_hint"
          userRequired="resources.preauthorisations.user_required"
          onClose={() => setGrants(undefined)}
          send={async (people) => {
            const body = { tenantId: tenant.id, softwareId: software.id, grants, ...people }
            const result = await call('POST /preauthorisations', { body })
            setGrants(undefined)
            onSent(result)
          }}
        />
      )}
    </>
  )
}
