import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'domains',
  title: { zh: '租户域名', en: 'Domains' },
  called: { zh: '域名', en: 'domain |||| Domains' },
  name: 'urlName',
  searched: 'tenantName',
  writable: [
    'tenantId',
    'softwareId',
    'urlName',
    'url',
    'websiteUrl',
    'mobileUrl',
    'apiUrl',
    'apiKey',
    'remark',
    'initSoftware',
  ],
  sort: { field: 'urlName', order: 'ASC' },
  list: later(async () => (await import('./list')).DomainList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
}
