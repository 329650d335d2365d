import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'dictionary-categories',
  page: later(async () => (await import('./index')).Dictionary),
}
