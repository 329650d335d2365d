import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Loading } from 'react-admin'
import { Failure } from '../../../widgets/feedback/Failure'
import { type Grant, PanelForm } from '../../../widgets/panel'
import type { Tenant } from '../../../widgets/tenant/TenantSelect'
import { AuthoriseDialog } from './AuthoriseDialog'
import { type AuthSoftware, definitionOf, panelSource } from './api'
import { ResultDialog } from './ResultDialog'

/** The panel of one software for one tenant, from the choice to the result. */
export function SoftwarePanel({ software, tenant }: { software: AuthSoftware; tenant: Tenant }) {
  const source = useMemo(() => panelSource(software.id, tenant.id), [software.id, tenant.id])
  const [grants, setGrants] = useState<Grant[]>()
  const [batchId, setBatchId] = useState<string>()
  const cache = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['panel', software.id, tenant.id],
    queryFn: ({ signal }) => definitionOf(software.id, tenant.id, signal),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <Loading />
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <>
      <PanelForm key={data.pluginVersion} definition={data} source={source} onReady={setGrants} />
      {grants && (
        <AuthoriseDialog
          softwareId={software.id}
          tenantId={tenant.id}
          grants={grants}
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
            cache.invalidateQueries({ queryKey: ['panel-grants', software.id, tenant.id] })
          }}
        />
      )}
    </>
  )
}
