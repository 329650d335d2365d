import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useRef } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useAnswer } from '../../../widgets/data/useCall'
import { Failure } from '../../../widgets/feedback/Failure'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'
import { Granted } from './Granted'
import type { AuthSoftware } from './model'
import { SoftwarePanel } from './SoftwarePanel'
import styles from './userAllowed.module.css'

/**
 * Authorisation of users in the trial systems: a tenant, a tab for each system that its users can
 * be authorised for, and the panel which that system's plugin declares.
 */
export function UserAllowed() {
  const [params, setParams] = useSearchParams()
  const choose = (software: string) => {
    const { grant: _, ...kept } = Object.fromEntries(params)
    setParams({ ...kept, software })
  }
  return (
    <TenantScreen>
      {(tenant) => <Softwares tenant={tenant} chosen={params.get('software')} onChoose={choose} />}
    </TenantScreen>
  )
}

interface SoftwaresProps {
  tenant: Tenant
  chosen: string | null
  onChoose(software: string): void
}

function Softwares({ tenant, chosen, onChoose }: SoftwaresProps) {
  const translate = useTranslate()
  const ofTenant = { query: { tenantId: tenant.id } }
  const { data, error, isPending, refetch } = useAnswer('GET /panels', ofTenant)
  if (isPending) return <Loading />
  if (error) return <Failure error={error} onRetry={refetch} />
  const current = data.find((each) => each.id === chosen) ?? data[0]
  if (!current)
    return <p className={styles.hint}>{translate('resources.grants.authorise.no_software')}</p>
  return (
    <section className={styles.card}>
      <Tabs
        value={current.id}
        onChange={(_, software: string) => onChoose(software)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={translate('resources.grants.authorise.software')}
      >
        {data.map((each) => (
          <Tab
            key={each.id}
            value={each.id}
            label={each.softwareName}
            id={`software-${each.id}`}
            aria-controls="software-panel"
          />
        ))}
      </Tabs>
      <div
        id="software-panel"
        role="tabpanel"
        aria-labelledby={`software-${current.id}`}
        className={styles.body}
      >
        <Panel key={`${tenant.id} ${current.id}`} software={current} tenant={tenant} />
      </div>
    </section>
  )
}

function Panel({ software, tenant }: { software: AuthSoftware; tenant: Tenant }) {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const panel = useRef<HTMLDivElement>(null)
  const show = () => {
    panel.current?.scrollIntoView?.({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }
  const change = (grant: string) => {
    setParams({ ...Object.fromEntries(params), software: software.id, grant })
    show()
  }
  return (
    <>
      {software.available ? (
        <div ref={panel} tabIndex={-1}>
          <SoftwarePanel software={software} tenant={tenant} />
        </div>
      ) : (
        <p className={styles.hint} role="status">
          {software.reason ?? translate('resources.grants.authorise.unavailable')}
        </p>
      )}
      {/* What was given can be taken, whether or not more can be given. */}
      <Granted
        softwareId={software.id}
        tenantId={tenant.id}
        {...(software.available ? { onAdd: show, onChange: change } : {})}
      />
    </>
  )
}
