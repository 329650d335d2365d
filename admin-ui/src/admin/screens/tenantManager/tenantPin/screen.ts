import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'tenant-pins',
  page: later(async () => (await import('./index')).TenantPin),
}
