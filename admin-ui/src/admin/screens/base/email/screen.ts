import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'email-messages',
  title: { zh: '邮件记录', en: 'E-mail log' },
  called: { zh: '邮件', en: 'e-mail |||| E-mails' },
  name: 'to',
  writable: [],
  sort: { field: 'createTime', order: 'DESC' },
  list: later(async () => (await import('./list')).EmailList),
}
