import { useState } from 'react'
import { mayEdit } from '../../../layout/menu'
import { useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useOwnText } from '../../../widgets/data/useText'
import { GrantsTable } from '../../../widgets/record/GrantsTable'
import type { Grant } from '../../../widgets/record/grantColumns'
import { KeyPages } from '../../../widgets/record/KeyPages'
import { addressOfChange } from '../../projectManager/userAllowed/change'
import { Revoking } from '../../projectManager/userAllowed/revokingPart'

const ASK = 'GET /users/{id}/grants'

/** What a person is authorised for, in every system and study, and the way to revoke it. */
export function Grants({ userId }: { userId: string }) {
  const text = useOwnText('grants')
  const call = useCall()
  const reader = useReader()
  const [asked, setAsked] = useState<Grant>()
  const revokes = reader !== null && mayEdit(reader.menuList, 'projectManager/userAllowed')
  return (
    <>
      <KeyPages<Grant>
        queryKey={['users', ASK, userId]}
        ask={(after, signal) => call(ASK, { path: { id: userId }, query: { after }, signal })}
      >
        {(rows) => (
          <GrantsTable
            label={text('title')}
            rows={rows}
            empty={text('none')}
            onRevoke={revokes ? setAsked : undefined}
            changedAt={addressOfChange}
            columns={[
              [text('tenant'), ({ tenantName }) => tenantName],
              [text('study'), ({ studyCode, studyName }) => `${studyCode} ${studyName}`],
            ]}
          />
        )}
      </KeyPages>
      {revokes && <Revoking noun="users" asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
