/** What the screen says, and what its records are called, in English. */
export const en = {
  holidays: {
    empty: 'No tenants yet',
    invite: 'A tenant can have holidays of its own.',
    fields: {
      tenantName: 'Tenant',
      lawHolidays: 'Statutory holidays',
      extraWorkdays: 'Extra workdays',
    },
    global: 'Edit global holidays',
    global_title: 'Global holidays',
    edit: 'Edit',
    edit_of: 'Edit: %{name}',
    title_of: 'Holidays of %{name}',
    chosen: '%{count} days',
    chosen_in: '%{count} days in %{year}',
    hint: 'Days that a tenant says nothing about are as the global holidays say, and else as the week says.',
    provisional:
      '%{year} is provisional: its days are worked out from the law, until the State Council publishes them and they are entered here.',
    count: '%{law} holidays, %{extra} workdays',
    as_global: 'As the global ones',
    calendar: 'Calendar',
    added: 'added %{days}',
    removed: 'removed %{days}',
    days: '; ',
  },
}
