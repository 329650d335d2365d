/** What the screen and its records are called in Chinese. */
export const zh = {
  'dictionary-categories': {
    title: '字典管理',
  },
}
