import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'grants',
  page: later(async () => (await import('./index')).UserAllowed),
}
