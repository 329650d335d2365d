/** The texts of the systems of tenants; they load with their screen, not with the console. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  system: 'System',
  time: 'Time limit',
  time_range: '%{from} to %{until}',
  unlimited: 'Unlimited',
  all: 'All systems',
}

const zh: Record<keyof typeof en, string> = {
  system: '系统',
  time: '使用期限',
  time_range: '%{from} 至 %{until}',
  unlimited: '不限',
  all: '全部系统',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })
