import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tenants',
  title: { zh: '租户管理', en: 'Tenants' },
  called: { zh: '租户', en: 'tenant |||| Tenants' },
  name: 'tenantName',
  searched: 'tenantCode',
  writable: [
    'tenantName',
    'tenantCode',
    'abbr',
    'categoryId',
    'contact',
    'tel',
    'email',
    'address',
    'postcode',
    'countryId',
    'provinceId',
    'cityId',
    'mfaRequired',
  ],
  sort: { field: 'createdAt', order: 'DESC' },
  list: later(async () => (await import('./list')).TenantList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
  show: later(async () => (await import('./show')).TenantShow),
}
