import { DataTable, type RaRecord, ReferenceField, ShowBase, useRecordContext } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { CopyText } from '../../../widgets/list/CopyText'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { SideTable } from '../../../widgets/list/SideTable'
import { RecordActs } from '../../../widgets/record/RecordActs'
import { RecordPage } from '../../../widgets/record/RecordPage'

const NOUN = 'sites'

/** The page of a research centre: what it is, which tenants have it, and which studies. */
export function SiteShow() {
  return (
    <ShowBase>
      <Site />
    </ShowBase>
  )
}

function Site() {
  const site = useRecordContext<RaRecord>()
  const text = useText(NOUN)
  const own = useOwnText('record')
  const reader = useReader()
  if (!site) return null
  const id = String(site.id)
  const name = String(site.siteName)
  const fact = (field: string) => [text(`fields.${field}`), site[field]] as const
  return (
    <RecordPage
      name={name}
      facts={[
        ...['areaName', 'levelDesc', 'typeDesc', 'address', 'remark'].map(fact),
        ['ID', <CopyText key="id" text={id} shown={13} />],
      ]}
      acts={<RecordActs resource={NOUN} record={site} name={name} kept={site.isUserAdd === 0} />}
      tabs={[
        ...(hasMenu(reader, 'tenantManager/tenantSite')
          ? [{ key: 'tenants', label: text('tabs.tenants'), content: <Tenants siteId={id} /> }]
          : []),
        ...(hasMenu(reader, 'projectManager/projectSite')
          ? [{ key: 'studies', label: text('tabs.studies'), content: <Studies siteId={id} /> }]
          : []),
        { key: 'history', label: own('history'), content: <HistoryTab resource={NOUN} id={id} /> },
      ]}
    />
  )
}

function Tenants({ siteId }: { siteId: string }) {
  const text = useText(NOUN)
  return (
    <SideTable
      title={text('tabs.tenants')}
      resource="tenant-sites"
      filter={{ siteId }}
      sort={{ field: 'nickName', order: 'ASC' }}
      empty={text('none.tenants')}
    >
      <DataTable.Col source="tenantName" label={text('tenant')} disableSort />
      <DataTable.Col source="nickName" label={text('nick_name')} disableSort />
    </SideTable>
  )
}

function Studies({ siteId }: { siteId: string }) {
  const text = useText(NOUN)
  return (
    <SideTable
      title={text('tabs.studies')}
      resource="study-sites"
      filter={{ siteId }}
      sort={{ field: 'nickName', order: 'ASC' }}
      empty={text('none.studies')}
    >
      <DataTable.Col source="studyId" label={text('study')} disableSort field={Study} />
      <DataTable.Col source="code" label={text('code')} disableSort />
      <DataTable.Col source="nickName" label={text('nick_name')} disableSort />
    </SideTable>
  )
}

function Study() {
  return (
    <ReferenceField source="studyId" reference="studies" link={false}>
      <ShowLink source="studyName" />
    </ReferenceField>
  )
}
