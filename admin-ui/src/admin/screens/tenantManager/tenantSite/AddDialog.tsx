import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { PickDialog } from '../../../widgets/list/PickDialog'
import { NickDialog } from './NickDialog'

interface AddDialogProps {
  title: string
  tenantId: string
  onClose(): void
}

/** Chooses a site that the tenant does not have yet, and then what the tenant calls it. */
export function AddDialog({ title, tenantId, onClose }: AddDialogProps) {
  const [site, setSite] = useState<RaRecord>()
  if (site) {
    // The tenant's name for it begins as the platform's.
    const made = { tenantId, siteId: site.id, nickName: site.siteName }
    return <NickDialog title={title} site={site} made={made} onClose={onClose} />
  }
  return (
    <PickDialog
      noun="tenant-sites"
      resource={`tenants/${encodeURIComponent(tenantId)}/unselected-sites`}
      columns={['siteName', 'areaName', 'levelDesc', 'address']}
      onPick={setSite}
      onClose={onClose}
    />
  )
}
