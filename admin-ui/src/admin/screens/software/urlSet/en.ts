/** What the screen says, and what its records are called, in English. */
export const en = {
  domains: {
    empty: 'No domains yet',
    invite: 'A domain is where a tenant’s system is reached.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: {
      tenantId: 'Tenant',
      tenantName: 'Tenant',
      softwareId: 'System',
      softName: 'System',
      urlName: 'Name',
      url: 'Bound domain',
      websiteUrl: 'PC domain',
      mobileUrl: 'Mobile domain',
      apiUrl: 'Service address',
      apiKey: 'Credential of its APIs',
      remark: 'Remark',
      initSoftware: 'System initialised',
    },
    need_tenant: 'Please select a tenant',
    need_system: 'Please select a system',
    need_name: 'Enter the name',
    need_website: 'Enter the PC domain',
    need_mobile: 'Enter the mobile domain',
    initialise: 'Initialise the system',
    initialise_ask:
      'The system prepares itself for %{tenant}. This is done once, and cannot be undone from here.',
    initialised: 'System initialised successfully',
    key_hint: 'For the calls of its role and callback APIs.',
    key_kept: 'There is one, which is not shown again. Empty keeps it.',
  },
}
