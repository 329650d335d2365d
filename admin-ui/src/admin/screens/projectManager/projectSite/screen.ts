import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'study-sites',
  title: { zh: '中心选择', en: 'Site selection' },
  page: later(async () => (await import('./index')).StudySites),
}
