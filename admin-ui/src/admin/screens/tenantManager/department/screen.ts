import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'departments',
  title: { zh: '部门管理', en: 'Departments' },
  page: later(async () => (await import('./index')).Departments),
}
