import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { PlatformEdits } from '../../../widgets/access/PlatformEdits'
import { useText } from '../../../widgets/data/useText'
import { Badge } from '../../../widgets/list/Badge'
import { useCounted } from '../../../widgets/list/counted'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

type Licence = Schemas['Licence']

const useRow = useRecordContext<Licence>

const filters = [
  <TenantFilter key="tenant" source="tenantId" alwaysOn />,
  <SystemFilter key="software" source="softwareId" alwaysOn />,
]

/** From when until when; without a limit, for ever. */
function Period() {
  const row = useRow()
  const text = useText('licences')
  if (!row?.timeEnable) return <span>{text('unlimited')}</span>
  return <span>{text('range', { from: row.startTime, until: row.endTime })}</span>
}

interface Used {
  used: string
  most: number | null | undefined
}

/** How many of how many; what is not limited has no end. */
function Use({ used, most }: Used) {
  const text = useText('licences')
  return <span>{text('used', { used, most: most ?? '∞' })}</span>
}

const Studies = () => {
  const row = useRow()
  return <Use used={String(row?.nowStudyNum ?? 0)} most={row?.maxStudy} />
}

const Users = () => {
  const row = useRow()
  // The server stops counting users at ten thousand.
  return <Use used={useCounted()(row?.nowUserNum ?? 0)} most={row?.maxUser} />
}

const isFull = ({ maxStudy, nowStudyNum, maxUser, nowUserNum }: Licence) =>
  (maxStudy != null && nowStudyNum >= maxStudy) || (maxUser != null && nowUserNum >= maxUser)

/** What keeps a licence from being used, in words; a valid one with room is said softly. */
function Standing() {
  const row = useRow()
  const text = useText('licences')
  if (!row) return null
  if (row.standing !== 'valid') {
    const tone = row.standing === 'notStarted' ? 'plain' : 'danger'
    return <Badge tone={tone}>{text(`standing.${row.standing}`)}</Badge>
  }
  if (isFull(row)) return <Badge tone="warning">{text('standing.full')}</Badge>
  return <span data-muted>{text('standing.valid')}</span>
}

function Acts() {
  const licence = useRow()
  const removal = useRemoval('licences')
  if (!licence) return null
  const name = `${licence.tenantName} · ${licence.softwareName}`
  return <RowMenu name={name} acts={[removal(licence, name)]} />
}

/** The licences of tenants for systems. */
export function LicenceList() {
  const text = useText('licences')
  return (
    <PlatformEdits path="software/tenantsoft">
      <Listing filters={filters} keepsFilters>
        <DataTable.Col source="softwareName" disableSort field={EditLink} />
        <DataTable.Col source="tenantName" />
        <DataTable.Col source="startTime" disableSort label={text('period')} field={Period} />
        <DataTable.Col source="maxStudy" disableSort field={Studies} />
        <DataTable.Col source="maxUser" disableSort field={Users} />
        <DataTable.Col source="standing" disableSort field={Standing} />
        <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
      </Listing>
    </PlatformEdits>
  )
}
