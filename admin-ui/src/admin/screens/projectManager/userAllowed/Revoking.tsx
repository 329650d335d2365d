import { useState } from 'react'
import { useRenew } from '../../../widgets/data/useRenew'
import type { Grant } from '../../../widgets/record/grantColumns'
import { ResultDialog } from './ResultDialog'
import { RevokeDialog } from './RevokeDialog'

interface RevokingProps {
  /** The grant that somebody wants to revoke, if any. */
  asked: Grant | undefined
  /** The noun of the page that it is revoked from. */
  noun: string
  onClose(): void
}

/** Revokes a grant on the page of its person or of its study, and follows what becomes of it. */
export function Revoking({ asked, noun, onClose }: RevokingProps) {
  const [batchId, setBatchId] = useState<string>()
  const renew = useRenew(noun)
  const label = asked && `${asked.fullName} (${asked.userName})`
  return (
    <>
      {asked && label && (
        <RevokeDialog
          softwareId={asked.softwareId}
          tenantId={asked.tenantId}
          grants={[{ id: asked.id, label, studyCode: asked.studyCode }]}
          onClose={onClose}
          onStarted={([started]) => {
            setBatchId(started)
            renew()
          }}
        />
      )}
      {batchId && <ResultDialog batchId={batchId} onClose={() => setBatchId(undefined)} />}
    </>
  )
}
