import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'tasks',
  title: { zh: '任务调度', en: 'Jobs' },
  called: { zh: '任务', en: 'job |||| Jobs' },
  name: 'jobName',
  searched: 'cronExpression',
  writable: [
    'jobGroup',
    'jobName',
    'jobType',
    'status',
    'cronExpression',
    'timeZone',
    'workdaysOf',
    'beanName',
    'methodName',
    'httpMethod',
    'httpUrl',
    'header',
    'params',
    'remark',
  ],
  sort: { field: 'jobName', order: 'ASC' },
  list: later(async () => (await import('./list')).TaskList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
}
