import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'dictionary-categories',
  title: { zh: '字典管理', en: 'Dictionaries' },
  page: later(async () => (await import('./index')).Dictionary),
}
