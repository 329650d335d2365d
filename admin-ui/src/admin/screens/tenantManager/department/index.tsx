import Box from '@mui/material/Box'
import { useState } from 'react'
import { Loading, type RaRecord, useGetList, useTranslate } from 'react-admin'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { Failure } from '../../../widgets/feedback/Failure'
import { LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { RemoveButton } from '../../../widgets/list/RemoveButton'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'

interface Department extends RaRecord {
  id: string
  parentId: string
  departmentName: string
}

/** The parent of what has none. */
const ROOT = '0'

/** What the dialog is for: a department that is there, or a new one in one or in none. */
interface Asked {
  record?: Department
  within?: Department
}

/** The departments of a tenant, as a tree; of the second tenant, where none was chosen. */
export function Departments() {
  return <TenantScreen nth={1}>{(tenant) => <Tree key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function Tree({ tenant }: { tenant: Tenant }) {
  const translate = useTranslate()
  const [asked, ask] = useState<Asked>()
  const { data, error, isPending, refetch } = useGetList<Department>('departments', {
    ...WHOLE_LIST,
    sort: { field: 'departmentName', order: 'ASC' },
    filter: { tenantId: tenant.id },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <Loading />
  return (
    <section>
      <ChangeButton variant="contained" onClick={() => ask({})}>
        {translate('resources.departments.add')}
      </ChangeButton>
      {data.length === 0 && <p role="status">{translate('resources.departments.empty')}</p>}
      <Branch all={data} parent={ROOT} onAsk={ask} />
      {asked && <DepartmentDialog {...asked} tenant={tenant} onClose={() => ask(undefined)} />}
    </section>
  )
}

/** The departments below one, each with those below it. */
function Branch(props: { all: Department[]; parent: string; onAsk(asked: Asked): void }) {
  const translate = useTranslate()
  const { all, parent, onAsk } = props
  const below = all.filter(({ parentId }) => parentId === parent)
  const act = (name: string, { departmentName }: Department, asked: Asked) => (
    <ChangeButton
      size="small"
      onClick={() => onAsk(asked)}
      aria-label={translate(`resources.departments.${name}_of`, { name: departmentName })}
    >
      {translate(`resources.departments.${name}`)}
    </ChangeButton>
  )
  if (below.length === 0) return null
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: parent === ROOT ? 0 : 3 }}>
      {below.map((one) => (
        <li key={one.id}>
          <Box sx={{ alignItems: 'center', display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
            <span>{one.departmentName}</span>
            {act('add_below', one, { within: one })}
            {act('edit', one, { record: one })}
            {all.every(({ parentId }) => parentId !== one.id) && (
              <RemoveButton resource="departments" record={one} name={one.departmentName} />
            )}
          </Box>
          <Branch {...{ all, onAsk }} parent={one.id} />
        </li>
      ))}
    </Box>
  )
}

function DepartmentDialog(props: Asked & { tenant: Tenant; onClose(): void }) {
  const translate = useTranslate()
  const { record, within, tenant, onClose } = props
  const text = (key: string, about?: Department) =>
    translate(`resources.departments.${key}`, { name: about?.departmentName })
  return (
    <RecordDialog
      resource="departments"
      title={record ? text('edit_of', record) : text(within ? 'add_below_of' : 'add', within)}
      record={record}
      defaultValues={{ tenantId: tenant.id, parentId: within?.id ?? ROOT }}
      fields={['departmentName']}
      onClose={onClose}
    >
      <LineInput source="departmentName" need={text('need_name')} isWide autoFocus />
    </RecordDialog>
  )
}
