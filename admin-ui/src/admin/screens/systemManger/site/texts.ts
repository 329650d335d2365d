/** What the rules of the form say, in the server's own words. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

export const en = {
  need_name: 'please enter the site name',
  need_level: 'please select the level',
  need_type: 'please select the type',
}

export const zh: typeof en = {
  need_name: '请输入中心名称',
  need_level: '请选择级别',
  need_type: '请选择类型',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })
