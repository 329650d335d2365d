import { DataTable, type RaRecord, ShowBase, useRecordContext } from 'react-admin'
import { ConsoleLink } from '../../../router'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { Badge } from '../../../widgets/list/Badge'
import { CopyText } from '../../../widgets/list/CopyText'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { SideTable } from '../../../widgets/list/SideTable'
import { TimeText } from '../../../widgets/list/TimeText'
import { Licences } from '../../../widgets/record/Licences'
import { RecordActs } from '../../../widgets/record/RecordActs'
import { Facts, RecordPage } from '../../../widgets/record/RecordPage'
import { Archiving } from './Archiving'

const NOUN = 'tenants'

/** The screens on which what belongs to a tenant is managed. */
const PLACES = {
  studies: 'tenantManager/tenantPorject',
  users: 'tenantManager/tenantUser',
  systems: 'software/tenantsoft',
} as const

/** The page of a tenant: what it is, and what it has. */
export function TenantShow() {
  return (
    <ShowBase>
      <Tenant />
    </ShowBase>
  )
}

function Tenant() {
  const tenant = useRecordContext<RaRecord>()
  const text = useText(NOUN)
  const own = useOwnText('record')
  const reader = useReader()
  if (!tenant) return null
  const id = String(tenant.id)
  const name = String(tenant.tenantName)
  const fact = (field: string) => [text(`fields.${field}`), tenant[field]] as const
  const part = (key: keyof typeof PLACES, content: React.ReactNode) =>
    hasMenu(reader, PLACES[key]) ? [{ key, label: text(`tabs.${key}`), content }] : []
  return (
    <RecordPage
      name={name}
      facts={[
        ...['tenantCode', 'abbr', 'categoryDesc', 'contact', 'tel', 'email'].map(fact),
        [
          text('state'),
          tenant.archivedAt ? (
            <Badge key="state" tone="warning">
              {text('archived')} <TimeText at={tenant.archivedAt} />
            </Badge>
          ) : (
            text('in_use')
          ),
        ],
        ['ID', <CopyText key="id" text={id} shown={13} />],
      ]}
      acts={
        <>
          <RecordActs resource={NOUN} record={tenant} name={name} />
          <Archiving tenant={tenant} />
        </>
      }
      tabs={[
        ...part('studies', <Studies tenantId={id} />),
        ...part('users', <Users tenantId={id} />),
        ...part(
          'systems',
          <>
            <Licences
              filter={{ tenantId: id }}
              source="softwareName"
              empty={text('none.systems')}
            />
            <More place="systems" />
          </>,
        ),
        { key: 'data', label: text('tabs.data'), content: <Data tenant={tenant} /> },
        {
          key: 'history',
          label: own('history'),
          content: <HistoryTab resource={NOUN} id={id} />,
        },
      ]}
    />
  )
}

/** The way to where it is managed. */
function More({ place }: { place: keyof typeof PLACES }) {
  const text = useText(NOUN)
  return (
    <p>
      <ConsoleLink to={`/index/${PLACES[place]}`}>{text(`manage.${place}`)}</ConsoleLink>
    </p>
  )
}

function Studies({ tenantId }: { tenantId: string }) {
  const text = useText(NOUN)
  return (
    <>
      <SideTable
        title={text('tabs.studies')}
        resource="studies"
        filter={{ tenantId }}
        sort={{ field: 'studyName', order: 'ASC' }}
        empty={text('none.studies')}
      >
        <DataTable.Col source="studyName" label={text('study')} disableSort field={ShowLink} />
        <DataTable.Col source="studyCode" label={text('fields.tenantCode')} disableSort />
        <DataTable.Col source="sponsor" label={text('sponsor')} disableSort />
      </SideTable>
      <More place="studies" />
    </>
  )
}

function Users({ tenantId }: { tenantId: string }) {
  const text = useText(NOUN)
  return (
    <>
      <SideTable
        title={text('tabs.users')}
        resource="tenant-users"
        filter={{ tenantId }}
        sort={{ field: 'userName', order: 'ASC' }}
        empty={text('none.users')}
      >
        <DataTable.Col source="fullName" label={text('person')} disableSort />
        <DataTable.Col source="userName" label={text('user_name')} disableSort />
        <DataTable.Col source="roleName" label={text('role')} disableSort />
      </SideTable>
      <More place="users" />
    </>
  )
}

function Data({ tenant }: { tenant: RaRecord }) {
  const text = useText(NOUN)
  const fact = (field: string, from = field) => [text(`fields.${field}`), tenant[from]] as const
  return (
    <Facts
      facts={[
        fact('countryId', 'countryName'),
        fact('provinceId', 'provinceName'),
        fact('cityId', 'cityName'),
        fact('postcode'),
        fact('address'),
        [text('fields.mfaRequired'), text(tenant.mfaRequired ? 'yes' : 'no')],
      ]}
    />
  )
}
