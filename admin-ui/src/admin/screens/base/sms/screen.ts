import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'sms-messages',
  title: { zh: '短信记录', en: 'SMS log' },
  called: { zh: '短信', en: 'SMS |||| SMS' },
  name: 'phone',
  writable: [],
  sort: { field: 'createTime', order: 'DESC' },
  list: later(async () => (await import('./list')).SmsList),
}
