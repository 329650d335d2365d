import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'tenant-pins',
  title: { zh: 'PIN码设置', en: 'PIN settings' },
  page: later(async () => (await import('./index')).TenantPin),
}
