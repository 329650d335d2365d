import { useState } from 'react'
import {
  type RaRecord,
  RecordContextProvider,
  ResourceContextProvider,
  useGetOne,
} from 'react-admin'
import { useParams } from 'react-router-dom'
import { mayEdit } from '../../../layout/menu'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { lazyPart } from '../../../widgets/lazyPart'
import { CopyText } from '../../../widgets/list/CopyText'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Waiting } from '../../../widgets/list/Waiting'
import { GrantsTable } from '../../../widgets/record/GrantsTable'
import type { Grant } from '../../../widgets/record/grantColumns'
import { KeyPages } from '../../../widgets/record/KeyPages'
import { Facts, RecordPage } from '../../../widgets/record/RecordPage'
import styles from '../../../widgets/record/RecordPage.module.css'
import { addressOfChange } from '../../projectManager/userAllowed/change'
import { Revoking } from '../../projectManager/userAllowed/revokingPart'
import { SiteChoice, SystemChoice } from './choices'

const StudyDialog = lazyPart(async () => (await import('./StudyDialog')).StudyDialog)

const NOUN = 'studies'
const ASK = 'GET /studies/{id}/grants'
const AUTHORISING = 'projectManager/userAllowed'

/** The fields of the tab of data, in the order of the form. */
const FIELDS = [
  ...['principal', 'nameAbbr', 'fameFull', 'indication', 'productInfo', 'drugInfo'],
  ...['startTime', 'endTime', 'durationTime', 'siteCount', 'patientCount'],
]

/** The page of a study: what it is, and who has what in it. */
export function StudyShow() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useGetOne(NOUN, { id }, { retry: false })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  return (
    <ResourceContextProvider value={NOUN}>
      <RecordContextProvider value={data}>
        <Page study={data} />
      </RecordContextProvider>
    </ResourceContextProvider>
  )
}

function Page({ study }: { study: RaRecord }) {
  const text = useText(NOUN)
  const own = useOwnText('record')
  const reader = useReader()
  const id = String(study.id)
  const fact = (field: string) => [text(`fields.${field}`), study[field]] as const
  return (
    <RecordPage
      name={String(study.studyName)}
      facts={[
        ...['studyCode', 'planCode', 'sponsor', 'tenantName'].map(fact),
        ['ID', <CopyText key="id" text={id} shown={13} />],
      ]}
      acts={
        <DialogButton
          variant="contained"
          dialog={(onClose) => (
            <StudyDialog tenantId={String(study.tenantId)} {...{ study, onClose }} />
          )}
        >
          {own('edit')}
        </DialogButton>
      }
      tabs={[
        ...(hasMenu(reader, AUTHORISING)
          ? [{ key: 'access', label: text('tabs.access'), content: <Access studyId={id} /> }]
          : []),
        { key: 'data', label: text('tabs.data'), content: <Facts facts={FIELDS.map(fact)} /> },
        {
          key: 'history',
          label: own('history'),
          content: <HistoryTab resource={NOUN} id={id} />,
        },
      ]}
    />
  )
}

/** Who has what in the study, by system and site. */
function Access({ studyId }: { studyId: string }) {
  const text = useText(NOUN)
  const call = useCall()
  const reader = useReader()
  const [softwareId, setSoftware] = useState('')
  const [siteId, setSite] = useState('')
  const [asked, setAsked] = useState<Grant>()
  const revokes = reader !== null && mayEdit(reader.menuList, AUTHORISING)
  const query = { softwareId: softwareId || undefined, siteId: siteId || undefined }
  return (
    <>
      <div className={styles.filters}>
        <SystemChoice value={softwareId} onChange={setSoftware} />
        <SiteChoice studyId={studyId} value={siteId} onChange={setSite} />
      </div>
      <KeyPages<Grant>
        queryKey={[NOUN, ASK, studyId, query]}
        ask={(after, signal) =>
          call(ASK, { path: { id: studyId }, query: { ...query, after }, signal })
        }
      >
        {(rows) => (
          <GrantsTable
            label={text('tabs.access')}
            rows={rows}
            empty={text(softwareId || siteId ? 'no_such_grants' : 'no_grants')}
            onRevoke={revokes ? setAsked : undefined}
            changedAt={addressOfChange}
            columns={[[text('person'), ({ fullName, userName }) => `${fullName} (${userName})`]]}
          />
        )}
      </KeyPages>
      {revokes && <Revoking noun={NOUN} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
