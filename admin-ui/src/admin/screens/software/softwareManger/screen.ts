import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'software',
  title: { zh: '软件管理', en: 'Software' },
  called: { zh: '系统', en: 'system |||| Software' },
  name: 'softwareName',
  searched: 'webCode',
  writable: [
    'softwareName',
    'describe',
    'webCode',
    'appCode',
    'appKey',
    'validityTime',
    'sort',
    'authorizationStyle',
    'isStudyAuthorization',
    'projdbShow',
    'remindDay',
    'expiredDay',
  ],
  sort: { field: 'sort', order: 'ASC' },
  list: later(async () => (await import('./list')).SoftwareList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
  show: later(async () => (await import('./show')).SoftwareShow),
}
