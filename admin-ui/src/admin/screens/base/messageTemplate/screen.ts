import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'message-templates',
  title: { zh: '消息模板', en: 'Message templates' },
  called: { zh: '消息模板', en: 'message template |||| Message templates' },
  name: 'name',
  writable: ['subjectZh', 'textZh', 'subjectEn', 'textEn'],
  sort: { field: 'seq', order: 'ASC' },
  list: later(async () => (await import('./list')).TemplateList),
  edit: later(async () => (await import('./form')).TemplateEdit),
}
