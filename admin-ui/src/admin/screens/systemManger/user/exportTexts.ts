/** The texts of an export that runs. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  exporting: 'Exporting users',
  export_rows: '%{rows} of %{total} users',
  export_wait: 'Preparing the file',
  export_book: '%{size} kB received',
  export_cancel: 'Cancel',
}

const zh: Record<keyof typeof en, string> = {
  exporting: '正在导出用户',
  export_rows: '%{rows} / %{total} 名用户',
  export_wait: '正在准备文件',
  export_book: '已接收 %{size} kB',
  export_cancel: '取消',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })
