import { useGetList } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceInput, Fixed, LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'

type Study = Schemas['StudySystems']
type Domain = Schemas['TenantDomain']

interface ConfigureProps {
  study: Study
  system: { id: string; name: string }
  /** What is there already. */
  binding?: Schemas['StudyBinding'] | undefined
  onClose(): void
}

/** The domain of a study's system, and where its roles come from. */
export function Configure({ study, system, binding, onClose }: ConfigureProps) {
  const text = useText('study-software')
  const { data, error, isPending, refetch } = useGetList<Domain>('domains', {
    ...WHOLE_LIST,
    pagination: { page: 1, perPage: 1000 },
    filter: { tenantId: study.tenantId, softwareId: system.id },
  })
  const domains = (data ?? []).map(({ id, urlName, websiteUrl }) => ({
    id,
    name: `${urlName} (${websiteUrl})`,
  }))
  return (
    <RecordDialog
      resource="study-software"
      title={text('configure_of', { name: `${study.studyName} · ${system.name}` })}
      record={binding}
      defaultValues={{ tenantId: study.tenantId, studyId: study.id }}
      fields={['tenantUrlId', 'roleApiRequest', 'roleApiResponse']}
      names={{ tenantUrlId: { choices: domains } }}
      onClose={onClose}
    >
      <Fixed label={text('study')} value={study.studyName} />
      <Fixed label={text('system')} value={system.name} />
      {error && <Failure error={error} onRetry={refetch} />}
      <ChoiceInput source="tenantUrlId" choices={domains} required />
      {!isPending && !error && domains.length === 0 && <p role="status">{text('no_domain')}</p>}
      <LineInput source="roleApiRequest" isWide />
      <LineInput source="roleApiResponse" isWide />
    </RecordDialog>
  )
}
