import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { PickDialog } from '../../../widgets/list/PickDialog'
import { CodeDialog } from './CodeDialog'

interface AddDialogProps {
  study: RaRecord
  onClose(): void
}

/** Chooses a site that the study does not have yet, and then its code there. */
export function AddDialog({ study, onClose }: AddDialogProps) {
  const text = useText('study-sites')
  const [site, setSite] = useState<RaRecord>()
  if (site) {
    const made = { tenantId: study.tenantId, studyId: study.id, tenantSiteId: site.id }
    return <CodeDialog title={text('add')} site={site} made={made} onClose={onClose} />
  }
  return (
    <PickDialog
      noun="study-sites"
      resource={`studies/${encodeURIComponent(study.id)}/unselected-sites`}
      columns={['nickName', 'siteName', 'levelDesc', 'areaName', 'remark']}
      // As wide as the specification has it (9).
      width={1000}
      onPick={setSite}
      onClose={onClose}
    />
  )
}
