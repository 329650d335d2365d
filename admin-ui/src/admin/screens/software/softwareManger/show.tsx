import { type RaRecord, ShowBase, useRecordContext } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useAnswer } from '../../../widgets/data/useCall'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { CopyText } from '../../../widgets/list/CopyText'
import { Licences } from '../../../widgets/record/Licences'
import { RecordActs } from '../../../widgets/record/RecordActs'
import { RecordPage } from '../../../widgets/record/RecordPage'

const NOUN = 'software'

/** The page of a system: what it is, and which tenants use it. */
export function SoftwareShow() {
  return (
    <ShowBase>
      <System />
    </ShowBase>
  )
}

function System() {
  const system = useRecordContext<RaRecord>()
  const text = useText(NOUN)
  const own = useOwnText('record')
  const reader = useReader()
  const { data: styles } = useAnswer('GET /software/styles', {})
  if (!system) return null
  const id = String(system.id)
  const name = String(system.softwareName)
  const fact = (field: string) => [text(`fields.${field}`), system[field]] as const
  const style = styles?.find(({ code }) => code === system.authorizationStyle)
  return (
    <RecordPage
      name={name}
      facts={[
        ...['webCode', 'appCode'].map(fact),
        [text('fields.authorizationStyle'), style?.desc],
        ...['validityTime', 'expiredDay', 'remindDay', 'describe'].map(fact),
        ['ID', <CopyText key="id" text={id} shown={13} />],
      ]}
      acts={<RecordActs resource={NOUN} record={system} name={name} />}
      tabs={[
        ...(hasMenu(reader, 'software/tenantsoft')
          ? [
              {
                key: 'tenants',
                label: text('tabs.tenants'),
                content: (
                  <Licences
                    filter={{ softwareId: id }}
                    source="tenantName"
                    empty={text('no_tenants')}
                  />
                ),
              },
            ]
          : []),
        {
          key: 'history',
          label: own('history'),
          content: <HistoryTab resource={NOUN} id={id} />,
        },
      ]}
    />
  )
}
