import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'logout-deliveries',
  name: 'clientName',
  writable: [],
  list: later(async () => (await import('./index')).LogoutNoticeList),
}
