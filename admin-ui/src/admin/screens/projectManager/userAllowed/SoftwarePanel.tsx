import { useMemo, useState } from 'react'
import { Loading } from 'react-admin'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useRenew } from '../../../widgets/data/useRenew'
import { Failure } from '../../../widgets/feedback/Failure'
import { type Definition, type Grant, PanelForm } from '../../../widgets/panel'
import type { Tenant } from '../../../widgets/tenant/TenantSelect'
import { AuthoriseDialog } from './AuthoriseDialog'
import { Changing } from './Changing'
import { type AuthSoftware, panelSource, presentOf } from './model'
import { ResultDialog } from './ResultDialog'
import { useChanged } from './useChanged'

/** The panel of one software for one tenant, from the choice to the result. */
export function SoftwarePanel({ software, tenant }: { software: AuthSoftware; tenant: Tenant }) {
  const call = useCall()
  const renew = useRenew('panels')
  const renewAllowed = useRenew('allowed-users')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is the same call each time
  const source = useMemo(() => panelSource(call, software.id, tenant.id), [software.id, tenant.id])
  const [grants, setGrants] = useState<Grant[]>()
  const [batchId, setBatchId] = useState<string>()
  const changed = useChanged(software.id, tenant.id)
  const { data, error, isPending, refetch } = useAnswer(
    'GET /panels/{softwareId}',
    { path: { softwareId: software.id }, query: { tenantId: tenant.id } },
    { refetchOnWindowFocus: false },
  )
  if (isPending || changed.isPending) return <Loading />
  if (error) return <Failure error={error} onRetry={refetch} />
  if (changed.error) return <Failure error={changed.error} onRetry={changed.refetch} />
  const definition = data as Definition
  const { held } = changed
  return (
    <>
      <Changing held={held} gone={changed.isGone} onStop={changed.stop} />
      <PanelForm
        key={`${definition.pluginVersion} ${held?.id} ${held?.version}`}
        {...{ definition }}
        source={source}
        present={held && presentOf(held)}
        onReady={setGrants}
      />
      {grants && (
        <AuthoriseDialog
          softwareId={software.id}
          tenantId={tenant.id}
          grants={grants}
          held={held}
          onClose={() => setGrants(undefined)}
          onStarted={(started) => {
            setGrants(undefined)
            setBatchId(started)
          }}
        />
      )}
      {batchId && (
        <ResultDialog
          batchId={batchId}
          onClose={() => {
            setBatchId(undefined)
            changed.stop()
            renew()
            renewAllowed()
          }}
        />
      )}
    </>
  )
}
