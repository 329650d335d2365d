import { texts } from '../../shared/i18n'

/** Texts of the help pages, around the manuals. */
export const { t, all } = texts(
  {
    contents: '目录',
    manuals: '帮助手册',
    anchor: '本节链接：{title}',
    print: '打印',
  },
  {
    contents: 'Contents',
    manuals: 'Manuals',
    anchor: 'Link to this section: {title}',
    print: 'Print',
  },
)
