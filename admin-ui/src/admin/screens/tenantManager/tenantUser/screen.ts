import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-users',
  name: 'fullName',
  writable: [],
  list: later(async () => (await import('./list')).TenantUserList),
}
