/** What the screen and its records are called in Chinese. */
export const zh = {
  areas: {
    title: '区域管理',
  },
}
