import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'roles',
  title: { zh: '角色管理', en: 'Roles' },
  called: { zh: '角色', en: 'role |||| Roles' },
  name: 'desc',
  writable: ['nameEn', 'mfaRequired'],
  list: later(async () => (await import('./list')).RoleList),
  edit: later(async () => (await import('./form')).RoleEdit),
}
