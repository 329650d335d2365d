/** The texts that every import shares; they load with its dialog. */
import { useOwnTexts } from '../data/ownTexts'

const en = {
  choose: 'Choose a file',
  template: 'Download a template',
  found: '%{total} rows: %{created} new, %{unchanged} there already, %{errors} errors.',
  told: 'The first %{count} errors are shown.',
  nothing: 'There is nothing to import in this file.',
  errors: 'Errors by row',
  row: 'Row',
  field: 'Field',
  problem: 'Problem',
}

const zh: Record<keyof typeof en, string> = {
  choose: '选择文件',
  template: '下载模板',
  found: '共 %{total} 行：新增 %{created}，已存在 %{unchanged}，错误 %{errors}。',
  told: '仅显示前 %{count} 个错误。',
  nothing: '文件中没有需要导入的内容。',
  errors: '各行错误',
  row: '行',
  field: '字段',
  problem: '问题',
}

/** The texts in the reader's language. */
export const useImportTexts = () => useOwnTexts({ en, zh })
