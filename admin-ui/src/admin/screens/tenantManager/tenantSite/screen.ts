import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-sites',
  title: { zh: '租户中心', en: 'Tenant sites' },
  called: { zh: '租户中心', en: 'tenant site |||| Tenant sites' },
  name: 'nickName',
  sort: { field: 'nickName', order: 'ASC' },
  list: later(async () => (await import('./list')).TenantSiteList),
}
