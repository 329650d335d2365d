import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'blinding-rules',
  title: { zh: '盲态规则', en: 'Blinding rules' },
  called: { zh: '盲态规则', en: 'blinding rule |||| Blinding rules' },
  name: 'roleName',
  writable: ['tenantId', 'softwareId', 'columnKey', 'roleId', 'roleName', 'side', 'remark'],
  sort: { field: 'roleName', order: 'ASC' },
  list: later(async () => (await import('./list')).BlindingRuleList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
}
