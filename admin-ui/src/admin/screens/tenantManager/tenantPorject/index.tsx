import TextField from '@mui/material/TextField'
import { lazy, Suspense, useState } from 'react'
import {
  DataTable,
  type RaRecord,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { useRemoval } from '../../../widgets/list/RemoveButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { SideTable } from '../../../widgets/list/SideTable'
import { useSettled } from '../../../widgets/list/useSettled'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'

const RESOURCE = 'studies'
const StudyDialog = lazy(async () => ({ default: (await import('./StudyDialog')).StudyDialog }))

/** The studies of a tenant; of the first one, where none was chosen. */
export function Studies() {
  return <TenantScreen>{(tenant) => <OfTenant key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function OfTenant({ tenant }: { tenant: Tenant }) {
  const text = useText(RESOURCE)
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const q = useSettled(search.trim())
  return (
    <>
      <SideTable
        title={text('list', { name: tenant.name })}
        resource={RESOURCE}
        filter={{ tenantId: tenant.id, ...(q ? { q } : {}) }}
        sort={{ field: 'studyName', order: 'ASC' }}
        empty={text('empty')}
        search={
          <TextField
            type="search"
            label={text('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            sx={{ width: 360, maxWidth: '100%' }}
          />
        }
        actions={
          <ChangeButton variant="contained" onClick={() => setAdding(true)}>
            {text('add')}
          </ChangeButton>
        }
      >
        <DataTable.Col label={text('number')} disableSort field={RowNumber} />
        <DataTable.Col source="planCode" disableSort />
        <DataTable.Col source="studyCode" />
        <DataTable.Col source="studyName" />
        <DataTable.Col source="sponsor" disableSort />
        <DataTable.Col source="tenantName" disableSort />
        <DataTable.Col label={text('actions')} disableSort field={Acts} />
      </SideTable>
      <Suspense>
        {adding && <StudyDialog tenantId={tenant.id} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
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
  const study = useRecordContext<RaRecord>()
  return study ? <StudyActs study={study} /> : null
}

function StudyActs({ study }: { study: RaRecord }) {
  const text = useText(RESOURCE)
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const name = String(study.studyName)
  const removal = useRemoval({ resource: RESOURCE, record: study, name })
  const edit = { key: 'edit', label: text('edit'), act: () => setOpen(true) }
  return (
    <>
      <RowMenu label={translate('cardea.list.acts', { name })} acts={[edit, removal.act]} />
      {removal.question}
      <Suspense>
        {open && (
          <StudyDialog
            study={study}
            tenantId={String(study.tenantId)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
