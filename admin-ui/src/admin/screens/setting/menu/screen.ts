import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'menus',
  title: { zh: '菜单管理', en: 'Menus' },
  page: later(async () => (await import('./index')).Menus),
}
