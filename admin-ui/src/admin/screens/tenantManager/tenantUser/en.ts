/** What the screen and its records are called in English. */
export const en = {
  'tenant-users': {
    title: 'Tenant users',
    name: 'tenant user |||| Tenant users',
    empty: 'No tenant users yet',
    invite: 'Choose a tenant, then add people to it.',
    fields: {
      email: 'E-mail',
      enabled: 'State',
      fullName: 'Name',
      phone: 'Phone',
      roleName: 'Role',
      tenantName: 'Tenant',
      userName: 'User name',
    },
  },
}
