import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'signing-keys',
  title: { zh: '签名密钥', en: 'Signing keys' },
  called: { zh: '签名密钥', en: 'signing key |||| Signing keys' },
  name: 'id',
  writable: [],
  sort: { field: 'publishedAt', order: 'DESC' },
  list: later(async () => (await import('./list')).SigningKeyList),
}
