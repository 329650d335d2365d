import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'clients',
  title: { zh: '接入客户端', en: 'Clients' },
  called: { zh: '客户端', en: 'client |||| Clients' },
  name: 'client_name',
  sort: { field: 'client_name', order: 'ASC' },
  list: later(async () => (await import('./list')).ClientList),
  create: later(async () => (await import('./form')).ClientCreate),
  edit: later(async () => (await import('./form')).ClientEdit),
}
