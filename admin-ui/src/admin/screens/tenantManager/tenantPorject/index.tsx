import { DataTable, type RaRecord, useListContext, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowActs } from '../../../widgets/list/RowActs'
import { ShowLink } from '../../../widgets/list/ShowLink'
import { SideTable } from '../../../widgets/list/SideTable'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { useSearch } from '../../../widgets/list/useSearch'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'

const RESOURCE = 'studies'
const StudyDialog = lazyPart(async () => (await import('./StudyDialog')).StudyDialog)

/** The studies of a tenant; of the first one, where none was chosen. */
export function Studies() {
  return <TenantScreen>{(tenant) => <OfTenant key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function OfTenant({ tenant }: { tenant: Tenant }) {
  const text = useText(RESOURCE)
  const { q, field } = useSearch(text('search'))
  return (
    <SideTable
      title={text('list', { name: tenant.name })}
      resource={RESOURCE}
      filter={{ tenantId: tenant.id, ...(q ? { q } : {}) }}
      sort={{ field: 'studyName', order: 'ASC' }}
      empty={text('empty')}
      search={field}
      actions={
        <DialogButton
          variant="contained"
          dialog={(onClose) => <StudyDialog tenantId={tenant.id} onClose={onClose} />}
        >
          {text('add')}
        </DialogButton>
      }
    >
      <DataTable.Col label={text('number')} disableSort field={RowNumber} />
      <DataTable.Col source="planCode" disableSort />
      <DataTable.Col source="studyCode" />
      <DataTable.Col source="studyName" field={ShowLink} />
      <DataTable.Col source="sponsor" disableSort />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col label={text('actions')} disableSort field={Acts} />
    </SideTable>
  )
}

/** Which row of the whole list it is. */
function RowNumber() {
  const study = useRecordContext<RaRecord>()
  const { data, page, perPage } = useListContext<RaRecord>()
  const at = (data ?? []).findIndex(({ id }) => id === study?.id)
  return (page - 1) * perPage + at + 1
}

function Acts() {
  const text = useText(RESOURCE)
  const removal = useRemoval(RESOURCE)
  const acts = (study: RaRecord) => [
    {
      key: 'edit',
      label: text('edit'),
      dialog: (onClose: () => void) => (
        <StudyDialog tenantId={String(study.tenantId)} {...{ study, onClose }} />
      ),
    },
    removal(study, String(study.studyName)),
  ]
  return <RowActs name="studyName" acts={acts} />
}
