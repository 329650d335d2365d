import Box from '@mui/material/Box'
import { type RaRecord, useGetList } from 'react-admin'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Act } from '../../../widgets/list/ActsMenu'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { Waiting } from '../../../widgets/list/Waiting'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'

interface Department extends RaRecord {
  id: string
  parentId: string
  departmentName: string
}

/** The parent of what has none. */
const ROOT = '0'

/** The departments of a tenant, as a tree; of the second tenant, where none was chosen. */
export function Departments() {
  return <TenantScreen nth={1}>{(tenant) => <Tree key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function Tree({ tenant }: { tenant: Tenant }) {
  const text = useText('departments')
  const { data, error, isPending, refetch } = useGetList<Department>('departments', {
    ...WHOLE_LIST,
    sort: { field: 'departmentName', order: 'ASC' },
    filter: { tenantId: tenant.id },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <Waiting />
  return (
    <section>
      <DialogButton
        variant="contained"
        dialog={(onClose) => <DepartmentDialog {...{ tenant, onClose }} />}
      >
        {text('add')}
      </DialogButton>
      {data.length === 0 && <p role="status">{text('empty')}</p>}
      <Branch all={data} parent={ROOT} tenant={tenant} />
    </section>
  )
}

/** The departments below one, each with those below it. */
function Branch(props: { all: Department[]; parent: string; tenant: Tenant }) {
  const { all, parent, tenant } = props
  const text = useText('departments')
  const removal = useRemoval('departments')
  const below = all.filter(({ parentId }) => parentId === parent)
  const acts = (one: Department): Act[] => [
    {
      key: 'add_below',
      label: text('add_below'),
      dialog: (onClose) => <DepartmentDialog within={one} {...{ tenant, onClose }} />,
    },
    {
      key: 'edit',
      label: text('edit'),
      dialog: (onClose) => <DepartmentDialog record={one} {...{ tenant, onClose }} />,
    },
    // Only leaves can go.
    ...(all.some(({ parentId }) => parentId === one.id) ? [] : [removal(one, one.departmentName)]),
  ]
  if (below.length === 0) return null
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: parent === ROOT ? 0 : 3 }}>
      {below.map((one) => (
        <li key={one.id}>
          <Box sx={{ alignItems: 'center', display: 'flex', gap: 1, py: 0.5 }}>
            <span>{one.departmentName}</span>
            <RowMenu name={one.departmentName} acts={acts(one)} />
          </Box>
          <Branch {...{ all, tenant }} parent={one.id} />
        </li>
      ))}
    </Box>
  )
}

interface DepartmentDialogProps {
  tenant: Tenant
  /** The department that is changed; without one, a new one is made. */
  record?: Department
  /** The one that the new one is below. */
  within?: Department
  onClose(): void
}

function DepartmentDialog({ tenant, record, within, onClose }: DepartmentDialogProps) {
  const text = useText('departments')
  const of = (key: string, about?: Department) => text(key, { name: about?.departmentName })
  return (
    <RecordDialog
      resource="departments"
      title={record ? of('edit_of', record) : of(within ? 'add_below_of' : 'add', within)}
      record={record}
      defaultValues={{ tenantId: tenant.id, parentId: within?.id ?? ROOT }}
      fields={['departmentName']}
      onClose={onClose}
    >
      <LineInput source="departmentName" need={text('need_name')} isWide autoFocus />
    </RecordDialog>
  )
}
