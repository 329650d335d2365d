import { loadScreenWords } from '../../i18n/screenWords'
import { lazyPart } from '../lazyPart'

/** The history of a record among other parts of its page. What it says comes with the audit's screen. */
export const HistoryTab = lazyPart(
  async () =>
    (await Promise.all([import('./HistoryList'), loadScreenWords('setting/audit')]))[0].HistoryList,
)
