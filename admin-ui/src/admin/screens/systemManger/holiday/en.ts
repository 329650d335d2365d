/** What the screen and its records are called in English. */
export const en = {
  holidays: {
    title: 'Holidays',
    name: 'calendar |||| Holidays',
    empty: 'No tenants yet',
    invite: 'A tenant can have holidays of its own.',
    fields: {
      tenantName: 'Tenant',
    },
  },
}
