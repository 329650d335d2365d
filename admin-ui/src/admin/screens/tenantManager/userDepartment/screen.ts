import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'user-departments',
  title: { zh: '用户部门', en: 'Departments of users' },
  page: later(async () => (await import('./index')).UserDepartments),
}
