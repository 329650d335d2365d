import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-users',
  title: { zh: '租户用户', en: 'Tenant users' },
  called: { zh: '租户用户', en: 'tenant user |||| Tenant users' },
  name: 'fullName',
  writable: ['typeId', 'positionId', 'address'],
  sort: { field: 'userName', order: 'ASC' },
  list: later(async () => (await import('./list')).TenantUserList),
  show: later(async () => (await import('./show')).TenantUserShow),
}
