/** What the screen and its records are called in Chinese. */
export const zh = {
  grants: {
    title: '用户授权',
  },
}
