import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'departments',
  page: later(async () => (await import('./index')).Departments),
}
