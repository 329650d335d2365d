import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Fragment, type ReactNode } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { Failure } from '../../../widgets/feedback/Failure'
import type { Tenant } from '../../../widgets/tenant/TenantScreen'
import type { AuthSoftware } from './model'
import styles from './userAllowed.module.css'

interface SoftwaresProps {
  tenant: Tenant
  chosen: string | null
  onChoose(software: string): void
  /** What is shown of the chosen one. Whoever goes on to another begins anew. */
  children(software: AuthSoftware): ReactNode
}

/** A tab for each system that people of a tenant can be authorised for. */
export function Softwares({ tenant, chosen, onChoose, children }: SoftwaresProps) {
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
        <Fragment key={`${tenant.id} ${current.id}`}>{children(current)}</Fragment>
      </div>
    </section>
  )
}
