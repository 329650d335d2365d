/** What the screen and its records are called in English. */
export const en = {
  'tenant-sites': {
    title: 'Tenant sites',
    name: 'tenant site |||| Tenant sites',
    empty: 'No tenant sites yet',
    invite: 'Choose a tenant, and then the research centres it works with.',
    fields: {
      areaName: 'Region',
      nickName: 'Nickname',
      siteName: 'Original name',
      tenantName: 'Tenant',
    },
  },
}
