import { useGetList } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceField } from '../../../widgets/form/choices'
import { useSystems } from '../../../widgets/system/systems'

/** The menus of which one is needed to read the systems. */
const SYSTEM_MENUS = [
  'tenantManager/syslist',
  'software/tenantsoft',
  'software/urlSet',
  'projectManager/softAllowed',
]
/** As many sites are offered. */
const OFFERED = 1000
const ALL = 'all'

interface ChoiceProps {
  value: string
  onChange(value: string): void
}

/** One of the systems, or all of them; nothing for who may not read them. */
export function SystemChoice(props: ChoiceProps) {
  const reader = useReader()
  return SYSTEM_MENUS.some((menu) => hasMenu(reader, menu)) ? <Systems {...props} /> : null
}

function Systems({ value, onChange }: ChoiceProps) {
  const text = useText('studies')
  const { systems, error, refetch } = useSystems()
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <ChoiceField
      name="softwareId"
      label={text('system')}
      choices={[{ id: ALL, name: text('all_systems') }, ...systems]}
      value={value || ALL}
      onChange={(chosen) => onChange(chosen === ALL ? '' : chosen)}
    />
  )
}

/** One of the study's sites, or all of them; nothing for who may not read them. */
export function SiteChoice(props: ChoiceProps & { studyId: string }) {
  return hasMenu(useReader(), 'projectManager/projectSite') ? <Sites {...props} /> : null
}

function Sites({ studyId, value, onChange }: ChoiceProps & { studyId: string }) {
  const text = useText('studies')
  const { data, error, refetch } = useGetList('study-sites', {
    filter: { studyId },
    pagination: { page: 1, perPage: OFFERED },
    sort: { field: 'code', order: 'ASC' },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  const sites = (data ?? []).map(({ id, code, nickName }) => ({
    id: String(id),
    name: `${code} ${nickName}`,
  }))
  return (
    <ChoiceField
      name="siteId"
      label={text('site')}
      choices={[{ id: ALL, name: text('all_sites') }, ...sites]}
      value={value || ALL}
      onChange={(chosen) => onChange(chosen === ALL ? '' : chosen)}
    />
  )
}
