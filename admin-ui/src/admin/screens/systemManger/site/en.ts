/** What the screen and its records are called in English. */
export const en = {
  sites: {
    title: 'Research centres',
    name: 'research centre |||| Research centres',
    empty: 'No research centres yet',
    invite: 'Tenants choose the sites of their studies from the research centres of the platform.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: {
      address: 'Address',
      areaName: 'Region',
      cityId: 'City',
      countryId: 'Country',
      levelDesc: 'Level',
      levelId: 'Level',
      provinceId: 'Province/State',
      remark: 'Remark',
      siteName: 'Name',
      typeDesc: 'Type',
      typeId: 'Type',
    },
  },
}
