import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { DataTable, useGetList, useRecordContext } from 'react-admin'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { Badge } from '../../../widgets/list/Badge'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { SideTable } from '../../../widgets/list/SideTable'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'
import type { Department, Member } from './model'

const DepartmentsDialog = lazyPart(
  async () => (await import('./DepartmentsDialog')).DepartmentsDialog,
)

const COLUMNS = ['fullName', 'userName', 'email', 'phone', 'roleName'] as const

/** The people of a tenant with their departments; of the first tenant, where none was chosen. */
export function UserDepartments() {
  return <TenantScreen>{(tenant) => <People key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function People({ tenant }: { tenant: Tenant }) {
  const text = useText('user-departments')
  const [department, setDepartment] = useState('')
  const [userName, setUserName] = useState('')
  const { data: departments = [] } = useGetList<Department>('departments', {
    ...WHOLE_LIST,
    sort: { field: 'departmentName', order: 'ASC' },
    filter: { tenantId: tenant.id },
  })
  const search = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <TextField
        select
        id="department"
        label={text('fields.departmentName')}
        value={department}
        onChange={(event) => setDepartment(event.target.value)}
        sx={{ minWidth: 200 }}
      >
        <MenuItem value="">{text('any')}</MenuItem>
        {departments.map(({ id, departmentName }) => (
          <MenuItem key={id} value={id}>
            {departmentName}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        id="userName"
        label={text('fields.userName')}
        type="search"
        value={userName}
        onChange={(event) => setUserName(event.target.value)}
      />
    </Box>
  )
  return (
    <SideTable
      title={text('people')}
      resource="tenant-users"
      filter={{
        tenantId: tenant.id,
        ...(department && { departmentId: department }),
        ...(userName.trim() && { userName: userName.trim() }),
      }}
      search={search}
      empty={text(department || userName ? 'nobody_found' : 'nobody')}
      sort={{ field: 'userName', order: 'ASC' }}
    >
      {COLUMNS.map((source) => (
        <DataTable.Col key={source} source={source} label={text(`fields.${source}`)} disableSort />
      ))}
      <DataTable.Col source="enabled" label={text('fields.enabled')} disableSort field={State} />
      <DataTable.Col source="tenantName" label={text('fields.tenantName')} disableSort />
      <DataTable.Col source="departmentName" label={text('fields.departmentName')} disableSort />
      <DataTable.Col label={text('actions')} disableSort>
        <Edit departments={departments} />
      </DataTable.Col>
    </SideTable>
  )
}

function State() {
  const member = useRecordContext<Member>()
  const text = useText('user-departments')
  if (member?.enabled !== '0') return <Badge tone="danger">{text('disabled')}</Badge>
  return <span data-muted>{text('enabled')}</span>
}

/** The only thing that is done here: a button says it sooner than a menu of one. */
function Edit({ departments }: { departments: Department[] }) {
  const member = useRecordContext<Member>()
  const text = useText('user-departments')
  if (!member) return null
  return (
    <DialogButton
      size="small"
      aria-label={text('set_of', { name: member.fullName })}
      dialog={(onClose) => <DepartmentsDialog {...{ member, departments, onClose }} />}
    >
      {text('set')}
    </DialogButton>
  )
}
