import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenant-software',
  name: 'softwareName',
  writable: [],
  list: later(async () => (await import('./list')).SysList),
}
