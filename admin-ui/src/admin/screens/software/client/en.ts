/** What the screen and its records are called in English. */
export const en = {
  clients: {
    title: 'Clients',
    name: 'client |||| Clients',
    empty: 'No clients yet',
    invite: 'A client is a system that people sign in at with their account here.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: { updated_at: 'Changed' },
  },
}
