/** What the screen says, and what its records are called, in English. */
export const en = {
  tenants: {
    empty: 'No tenants yet',
    invite: 'A tenant is an organisation with studies, sites and users of its own.',
    page: {
      edit: 'Edit: %{recordRepresentation}',
    },
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
    need_name: 'please enter the name',
    need_abbr: 'please enter the abbreviation',
    need_category: 'please select the category',
    tel_number: 'enter a number value',
    tel_format: 'phone format incorrect',
  },
}
