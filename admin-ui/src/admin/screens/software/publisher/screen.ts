import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'publishers',
  title: { zh: '插件发布者', en: 'Plugin publishers' },
  called: { zh: '发布者', en: 'publisher |||| Publishers' },
  name: 'name',
  writable: ['name', 'publicKey', 'webCodes'],
  sort: { field: 'name', order: 'ASC' },
  list: later(async () => (await import('./list')).PublisherList),
  create: later(async () => (await import('./form')).PublisherCreate),
}
