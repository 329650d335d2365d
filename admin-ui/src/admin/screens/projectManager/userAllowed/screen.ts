import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'grants',
  title: { zh: '用户授权', en: 'User authorisation' },
  page: later(async () => (await import('./index')).UserAllowed),
}
