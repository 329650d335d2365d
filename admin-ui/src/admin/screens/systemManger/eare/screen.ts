import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'areas',
  page: later(async () => (await import('./index')).Regions),
}
