import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-sites',
  name: 'nickName',
  list: later(async () => (await import('./list')).TenantSiteList),
}
