import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'preauthorisation-changes',
  title: { zh: '预授权历史', en: 'Pre-authorisation history' },
  called: { zh: '预授权操作', en: 'pre-authorisation operation |||| Pre-authorisation operations' },
  name: 'email',
  sort: { field: 'createTime', order: 'DESC' },
  list: later(async () => (await import('./list')).PreauthorisationChanges),
}
