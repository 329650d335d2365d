/** What the screen says, and what its records are called, in English. */
export const en = {
  'tenant-sites': {
    empty: 'No tenant sites yet',
    invite: 'Choose a tenant, and then the research centres it works with.',
    fields: {
      areaName: 'Region',
      nickName: 'Nickname',
      siteName: 'Original name',
      tenantName: 'Tenant',
      levelDesc: 'Level',
      address: 'Address',
    },
    add: 'Add a site',
    choose_tenant: 'Choose a tenant to add a site to it.',
    all: 'All tenants',
    edit: 'Edit',
    edit_of: 'Edit: %{name}',
    choose: 'Choose a site',
    search: 'Search by name',
    none: 'There is no site left to choose.',
    need_nick: 'Please enter the nickname',
  },
}
