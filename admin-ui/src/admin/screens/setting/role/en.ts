/** What the screen says, and what its records are called, in English. */
export const en = {
  roles: {
    empty: 'No roles yet',
    invite: 'A role says what somebody may do, on the platform or in a tenant.',
    page: {
      edit: 'Edit: %{recordRepresentation}',
    },
    fields: {
      description: 'Description',
      mfaRequired: 'Second factor',
      name: 'Name',
      nameEn: 'English name',
      roleType: 'Type',
      status: 'Status',
    },
    closed: 'Closed',
    open: 'Open',
    system: 'System role',
    tenant: 'Tenant role',
  },
}
