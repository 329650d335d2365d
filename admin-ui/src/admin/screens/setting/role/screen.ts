import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'roles',
  title: { zh: '角色管理', en: 'Roles' },
  called: { zh: '角色', en: 'role |||| Roles' },
  name: 'desc',
  writable: [
    'name',
    'nameEn',
    'description',
    'roleType',
    'superAdmin',
    'status',
    'mfaRequired',
    'resourceIdList',
  ],
  sort: { field: 'name', order: 'ASC' },
  list: later(async () => (await import('./list')).RoleList),
  create: later(async () => (await import('./form')).RoleCreate),
  edit: later(async () => (await import('./form')).RoleEdit),
}
