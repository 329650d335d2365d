import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'plugins',
  title: { zh: '授权插件', en: 'Plugins' },
  called: { zh: '插件', en: 'plugin |||| Plugins' },
  name: 'pluginId',
  writable: [],
  sort: { field: 'webCode', order: 'ASC' },
  list: later(async () => (await import('./list')).PluginList),
}
