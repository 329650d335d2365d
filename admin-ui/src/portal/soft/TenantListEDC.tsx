import { useEffect, useState } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { lastEdcTenant } from './edcLink'
import { SystemList } from './SystemList'
import { t as say } from './texts'

/** /tenantListEDC: the tenants in which the person may open the data-capture system. */
export default function TenantListEDC() {
  const [last, setLast] = useState<string | null>(null)
  useEffect(() => {
    void lastEdcTenant().then(setLast)
  }, [])
  return (
    <SystemList
      webCode={WEB_CODES.edc}
      title={say('tenantsTitle')}
      text={say('tenantsText')}
      noneText={say('tenantsNone')}
      last={last}
    />
  )
}
