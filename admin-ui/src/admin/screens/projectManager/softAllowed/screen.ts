import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'study-software',
  title: { zh: '软件授权', en: 'Software authorisation' },
  page: later(async () => (await import('./index')).SoftAllowed),
}
