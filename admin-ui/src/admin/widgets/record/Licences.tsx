import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import { useOwnText } from '../data/useText'
import { Badge } from '../list/Badge'
import { SideTable } from '../list/SideTable'

type Licence = Schemas['Licence']

interface LicencesProps {
  /** Whose they are: a tenant's, or a system's. */
  filter: { tenantId: string } | { softwareId: string }
  /** The field that says what each is for. */
  source: 'softwareName' | 'tenantName'
  empty: string
}

/** The licences of a tenant or for a system, with what is used of each. */
export function Licences({ filter, source, empty }: LicencesProps) {
  const text = useOwnText('licences')
  return (
    <SideTable
      title={text('title')}
      resource="licences"
      filter={filter}
      sort={{ field: 'tenantName', order: 'ASC' }}
      empty={empty}
    >
      <DataTable.Col source={source} label={text(source)} disableSort />
      <DataTable.Col source="standing" label={text('standing')} disableSort field={Standing} />
      <DataTable.Col source="endTime" label={text('until')} disableSort field={Until} />
      <DataTable.Col source="nowStudyNum" label={text('studies')} disableSort field={Studies} />
      <DataTable.Col source="nowUserNum" label={text('users')} disableSort field={Users} />
    </SideTable>
  )
}

const useLicence = useRecordContext<Licence>

function Standing() {
  const licence = useLicence()
  const text = useOwnText('licences')
  if (!licence) return null
  const said = text(`is.${licence.standing}`)
  if (licence.standing === 'valid') return <span data-muted>{said}</span>
  return <Badge tone={licence.standing === 'notStarted' ? 'plain' : 'danger'}>{said}</Badge>
}

function Until() {
  const licence = useLicence()
  const text = useOwnText('licences')
  return <span>{(licence?.timeEnable && licence.endTime) || text('unlimited')}</span>
}

/** How many of how many; what is not limited has no end. */
const used = (count: number | undefined, most: number | null | undefined) =>
  `${count ?? 0} / ${most ?? '∞'}`

function Studies() {
  const licence = useLicence()
  return <span>{used(licence?.nowStudyNum, licence?.maxStudy)}</span>
}

function Users() {
  const licence = useLicence()
  return <span>{used(licence?.nowUserNum, licence?.maxUser)}</span>
}
