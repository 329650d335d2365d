import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'holidays',
  name: 'tenantName',
  writable: [],
  list: later(async () => (await import('./list')).HolidayList),
}
