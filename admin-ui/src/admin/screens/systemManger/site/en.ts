/** What the screen says, and what its records are called, in English. */
export const en = {
  sites: {
    empty: 'No research centres yet',
    invite: 'Tenants choose the sites of their studies from the research centres of the platform.',
    page: {
      edit: 'Edit: %{recordRepresentation}',
    },
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
    tabs: { tenants: 'Tenants', studies: 'Studies' },
    none: { tenants: 'No tenant has chosen this centre.', studies: 'No study takes place here.' },
    tenant: 'Tenant',
    study: 'Study',
    code: 'Code',
    nick_name: "The tenant's name for it",
    need_name: 'please enter the site name',
    need_level: 'please select the level',
    need_type: 'please select the type',
    importing: {
      title: 'Import research centres',
      hint: 'CSV in UTF-8 or XLSX. Name, level and type are needed; regions, levels and types are given by their names or codes. All rows are taken, or none.',
      template: 'research-centres.csv',
      act: 'Import %{count} research centres',
      done: '%{count} research centres were imported.',
    },
  },
}
