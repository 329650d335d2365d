import { texts } from '../../shared/i18n'

/** Texts of the page for an address that leads nowhere. */
export const { t, all } = texts(
  {
    text: '地址可能有误，或页面已移动。',
    back: '返回工作台',
  },
  {
    text: 'The address may be wrong, or the page has moved.',
    back: 'Back to the workbench',
  },
)
