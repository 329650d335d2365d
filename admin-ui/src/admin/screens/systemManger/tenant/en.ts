/** What the screen and its records are called in English. */
export const en = {
  tenants: {
    title: 'Tenants',
    name: 'tenant |||| Tenants',
    empty: 'No tenants yet',
    invite: 'A tenant is an organisation with studies, sites and users of its own.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: {
      abbr: 'Abbreviation',
      address: 'Address',
      categoryDesc: 'Category',
      categoryId: 'Category',
      cityId: 'City',
      contact: 'Contact',
      countryId: 'Country',
      email: 'E-mail',
      mfaRequired: 'Second factor required',
      postcode: 'Postcode',
      provinceId: 'Province/State',
      tel: 'Phone',
      tenantCode: 'Code',
      tenantName: 'Name',
    },
  },
}
