import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'audit-events',
  title: { zh: '审计日志', en: 'Audit' },
  called: { zh: '审计记录', en: 'audit event |||| Audit events' },
  name: 'recordName',
  sort: { field: 'at', order: 'DESC' },
  list: later(async () => (await import('./list')).AuditList),
}
