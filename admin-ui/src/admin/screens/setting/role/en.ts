/** What the screen and its records are called in English. */
export const en = {
  roles: {
    title: 'Roles',
    name: 'role |||| Roles',
    empty: 'No roles yet',
    invite: 'A role says what somebody may do, on the platform or in a tenant.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: {
      description: 'Description',
      mfaRequired: 'Second factor',
      name: 'Name',
      nameEn: 'English name',
      roleType: 'Type',
      status: 'Status',
    },
  },
}
