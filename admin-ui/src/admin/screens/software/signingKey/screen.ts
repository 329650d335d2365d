import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'signing-keys',
  name: 'id',
  writable: [],
  list: later(async () => (await import('./index')).SigningKeyList),
}
