import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'areas',
  title: { zh: '区域管理', en: 'Regions' },
  page: later(async () => (await import('./index')).Regions),
}
