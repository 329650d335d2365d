import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useCounted } from '../../../widgets/list/counted'
import { Listing } from '../../../widgets/list/Listing'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

/** A system of a tenant. */
type TenantSoftware = Schemas['Licence']

/** From when until when, or without a limit. */
function Time() {
  const row = useRecordContext<TenantSoftware>()
  const text = useText('tenant-software')
  if (!row?.timeEnable) return <span>{text('unlimited')}</span>
  const [from, until] = [row.startTime ?? '–', row.endTime ?? '–']
  return <span>{text('time_range', { from, until })}</span>
}

/** A count, or what stands for none. */
function Count({ n, none }: { n: number | null | undefined; none: string }) {
  return <span>{n ?? none}</span>
}

const useRow = useRecordContext<TenantSoftware>

function MostStudies() {
  const row = useRow()
  return (
    <Count
      n={row?.studyEnable ? row.maxStudy : null}
      none={useText('tenant-software')('unlimited')}
    />
  )
}

function MostUsers() {
  const row = useRow()
  return (
    <Count
      n={row?.userEnable ? row.maxUser : null}
      none={useText('tenant-software')('unlimited')}
    />
  )
}

const Studies = () => <Count n={useRow()?.nowStudyNum} none="–" />

/** The server stops counting users at ten thousand. */
function Users() {
  const used = useRow()?.nowUserNum
  const counted = useCounted()
  return <span>{typeof used === 'number' ? counted(used) : '–'}</span>
}

/** The systems of tenants, read only. */
export function SysList() {
  const text = useText('tenant-software')
  const filters = [
    <TenantFilter key="tenant" source="tenantId" alwaysOn />,
    <SystemFilter key="software" source="softwareId" alwaysOn />,
  ]
  return (
    <Listing filters={filters} keepsFilters>
      <DataTable.Col source="tenantName" />
      <DataTable.Col source="softwareName" disableSort />
      <DataTable.Col source="startTime" disableSort label={text('time')} field={Time} />
      <DataTable.Col source="maxStudy" disableSort field={MostStudies} />
      <DataTable.Col source="nowStudyNum" disableSort field={Studies} />
      <DataTable.Col source="maxUser" disableSort field={MostUsers} />
      <DataTable.Col source="nowUserNum" disableSort field={Users} />
    </Listing>
  )
}
