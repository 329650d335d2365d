import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'files',
  title: { zh: '文件管理', en: 'Files' },
  called: { zh: '文件', en: 'file |||| Files' },
  name: 'fileName',
  writable: [],
  sort: { field: 'createTime', order: 'DESC' },
  list: later(async () => (await import('./list')).FileList),
}
