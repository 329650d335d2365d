import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'holidays',
  title: { zh: '节假日管理', en: 'Holidays' },
  called: { zh: '节假日', en: 'calendar |||| Holidays' },
  name: 'tenantName',
  writable: ['lawHolidays', 'extraWorkdays'],
  sort: { field: 'tenantName', order: 'ASC' },
  list: later(async () => (await import('./list')).HolidayList),
}
