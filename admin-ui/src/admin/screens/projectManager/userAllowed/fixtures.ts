/** Systems, a panel and people that tests show. */
export const SOFTWARE = [
  {
    id: 's1',
    softwareName: 'Capture',
    webCode: '900',
    authorizationStyle: 2,
    available: true,
    reason: null,
  },
  {
    id: 's2',
    softwareName: 'Supply',
    webCode: '901',
    authorizationStyle: 1,
    available: false,
    reason: 'No plugin is active',
  },
]

export const DEFINITION = {
  softwareId: 's1',
  pluginVersion: '1.0.0',
  tabs: [],
  columns: [
    {
      key: 'project',
      kind: 'projects',
      label: 'Project',
      required: true,
      multiple: false,
      dependsOn: [],
      hints: { source: 'platform' },
    },
  ],
  maxGrants: 1,
}

export const person = (n: number, enabled = '0') => ({
  id: `m${n}`,
  userId: `u${n}`,
  tenantId: 't1',
  tenantName: 'Northwind',
  userName: `user.${n}`,
  fullName: `Person ${n}`,
  email: `p${n}@example.org`,
  phone: '12345',
  role: 'r2',
  roleName: 'Monitor',
  enabled,
})
