/** What the rules of the form say, in the server's own words. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

export const en = {
  need_name: 'please enter the name',
  need_abbr: 'please enter the abbreviation',
  need_category: 'please select the category',
  tel_number: 'enter a number value',
  tel_format: 'phone format incorrect',
}

export const zh: typeof en = {
  need_name: '请输入名称',
  need_abbr: '请输入简称',
  need_category: '请选择类别',
  tel_number: '请输入数字值',
  tel_format: '电话格式不正确',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })
