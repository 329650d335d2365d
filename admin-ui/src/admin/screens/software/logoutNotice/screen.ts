import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'logout-deliveries',
  title: { zh: '退出通知', en: 'Sign-out notices' },
  called: { zh: '退出通知', en: 'sign-out notice |||| Sign-out notices' },
  name: 'clientName',
  writable: [],
  sort: { field: 'createdAt', order: 'DESC' },
  list: later(async () => (await import('./list')).LogoutNoticeList),
}
