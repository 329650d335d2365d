import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'sites',
  title: { zh: '研究中心管理', en: 'Research centres' },
  called: { zh: '研究中心', en: 'research centre |||| Research centres' },
  name: 'siteName',
  searched: 'areaName',
  writable: [
    'siteName',
    'countryId',
    'provinceId',
    'cityId',
    'levelId',
    'typeId',
    'address',
    'remark',
  ],
  sort: { field: 'siteName', order: 'ASC' },
  list: later(async () => (await import('./list')).SiteList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
  show: later(async () => (await import('./show')).SiteShow),
}
