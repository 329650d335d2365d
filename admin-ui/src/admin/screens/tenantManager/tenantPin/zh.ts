/** What the screen and its records are called in Chinese. */
export const zh = {
  'tenant-pins': {
    title: 'PIN码设置',
  },
}
