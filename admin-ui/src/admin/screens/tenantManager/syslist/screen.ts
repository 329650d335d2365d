import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-software',
  title: { zh: '系统列表', en: 'Systems' },
  called: { zh: '系统', en: 'system |||| Systems' },
  name: 'softwareName',
  writable: [],
  sort: { field: 'tenantName', order: 'ASC' },
  list: later(async () => (await import('./list')).SysList),
}
