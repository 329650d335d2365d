import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'security-strategy',
  title: { zh: '安全策略', en: 'Security strategy' },
  page: later(async () => (await import('./index')).SafeStrategy),
}
