import { useRef } from 'react'
import { useTranslate } from 'react-admin'
import { useAddress } from '../../../widgets/data/useAddress'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'
import { Granted } from './Granted'
import type { AuthSoftware } from './model'
import { SoftwarePanel } from './SoftwarePanel'
import { Softwares } from './Softwares'
import styles from './userAllowed.module.css'

/**
 * Authorisation of users in the trial systems: a tenant, a tab for each system that its users can
 * be authorised for, and the panel which that system's plugin declares.
 */
export function UserAllowed() {
  const { params, choose } = useAddress()
  return (
    <TenantScreen>
      {(tenant) => (
        <Softwares
          tenant={tenant}
          chosen={params.get('software')}
          onChoose={(software) => choose({ software, grant: null })}
        >
          {(software) => <Panel software={software} tenant={tenant} />}
        </Softwares>
      )}
    </TenantScreen>
  )
}

function Panel({ software, tenant }: { software: AuthSoftware; tenant: Tenant }) {
  const translate = useTranslate()
  const { choose } = useAddress()
  const panel = useRef<HTMLDivElement>(null)
  const show = () => {
    panel.current?.scrollIntoView?.({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }
  const change = (grant: string) => {
    choose({ software: software.id, grant })
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
