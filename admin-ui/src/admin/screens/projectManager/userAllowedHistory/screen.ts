import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'grant-changes',
  title: { zh: '用户授权历史', en: 'Authorisation history' },
  called: { zh: '授权操作', en: 'operation |||| Operations' },
  name: 'fullName',
  sort: { field: 'createTime', order: 'DESC' },
  list: later(async () => (await import('./list')).GrantChanges),
}
