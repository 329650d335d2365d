import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'users',
  title: { zh: '用户管理', en: 'Users' },
  called: { zh: '用户', en: 'user |||| Users' },
  name: 'fullName',
  searched: 'email',
  writable: [
    'fullName',
    'userName',
    'email',
    'phone',
    'roleId',
    'userType',
    'sex',
    'birthday',
    'countryId',
    'provinceId',
    'cityId',
    'remark',
    'language',
    'password',
    'ucId',
  ],
  list: later(async () => (await import('./list')).UserList),
  create: later(async () => (await import('./form')).UserCreate),
  edit: later(async () => (await import('./form')).UserEdit),
}
