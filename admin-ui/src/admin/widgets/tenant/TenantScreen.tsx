import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useAddress } from '../data/useAddress'
import { ScreenTitle } from '../list/ScreenTitle'
import styles from './TenantScreen.module.css'
import { type Tenant, TenantSelect } from './TenantSelect'

export type { Tenant } from './TenantSelect'

interface TenantScreenProps {
  /** Which tenant of all is shown where the address names none, and none was worked with. */
  nth?: number
  /** What the screen shows of a tenant. Whoever goes on to another begins anew. */
  children(tenant: Tenant): ReactNode
}

/** A screen about one tenant, which its address names. */
export function TenantScreen({ nth = 0, children }: TenantScreenProps) {
  const translate = useTranslate()
  const { params, choose, fillIn } = useAddress()
  const [tenant, setTenant] = useState<Tenant>()
  const id = params.get('tenant')
  const show = (chosen: Tenant) => {
    setTenant(chosen)
    if (chosen.id === id) return
    const note = id === null ? fillIn : choose
    note({ tenant: chosen.id })
  }
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <TenantSelect id={id} onChange={show} nth={nth} />
      {tenant && tenant.id === id ? (
        children(tenant)
      ) : (
        <p className={styles.hint}>{translate('cardea.tenant_select.hint')}</p>
      )}
    </div>
  )
}
