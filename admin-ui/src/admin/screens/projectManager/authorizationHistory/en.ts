/** What the screen says, in English. */
export const en = {
  'preauthorisation-changes': {
    empty: 'No operations yet',
    invite: 'Who sent a pre-authorisation to whom, who accepted it, and when, is recorded here.',
    all_tenants: 'All tenants',
    export: 'Export',
    export_name: 'pre-authorisation-history-',
    exported: 'Exported',
    resent: 'Again',
    unknown: 'Unknown',
    window:
      'A search by name looks through the newest 20,000 operations that meet the other filters. Narrow the dates to look further back.',
    types: { 3: 'Send pre-authorisation', 4: 'Accept pre-authorisation' },
    fields: {
      createBy: 'Operator',
      createTime: 'Operation time',
      email: 'E-mail',
      emailLike: 'E-mail',
      roleNames: 'Roles',
      since: 'Operated from',
      siteNameLike: 'Site name',
      siteNames: 'Sites',
      softwareName: 'Software',
      studyName: 'Study',
      studyNameLike: 'Study name',
      tenantName: 'Tenant name',
      type: 'Operation type',
      until: 'To',
      userLike: 'User',
    },
  },
}
