/** What the screen says, and what its records are called, in English. */
export const en = {
  'tenant-software': {
    empty: 'No systems yet',
    invite: 'Systems appear here once a tenant has a licence.',
    fields: {
      tenantName: 'Tenant',
      softwareName: 'System',
      maxStudy: 'Max studies',
      nowStudyNum: 'Used studies',
      maxUser: 'Max users',
      nowUserNum: 'Used users',
    },
    time: 'Time limit',
    time_range: '%{from} to %{until}',
    unlimited: 'Unlimited',
  },
}
