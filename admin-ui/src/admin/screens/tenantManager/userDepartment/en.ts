/** What the screen says, in English. */
export const en = {
  'user-departments': {
    actions: 'Actions',
    any: 'All',
    disabled: 'Disabled',
    enabled: 'Enabled',
    fields: {
      departmentName: 'Department',
      email: 'E-mail',
      enabled: 'Enabled',
      fullName: 'Name',
      phone: 'Phone',
      roleName: 'User role',
      tenantName: 'Tenant',
      userName: 'User name',
    },
    need_one: 'Please select at least one department',
    no_departments: 'This tenant has no departments yet.',
    nobody: 'This tenant has no users yet.',
    nobody_found: 'Nobody found',
    people: 'Tenant users',
    set: 'Set department',
    set_of: 'Set department: %{name}',
  },
}
