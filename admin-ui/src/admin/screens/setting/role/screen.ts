import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'roles',
  name: 'desc',
  writable: ['nameEn', 'mfaRequired'],
  list: later(async () => (await import('./list')).RoleList),
  edit: later(async () => (await import('./form')).RoleEdit),
}
