import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'studies',
  title: { zh: '项目列表', en: 'Studies' },
  page: later(async () => (await import('./index')).Studies),
  show: later(async () => (await import('./show')).StudyShow),
}
