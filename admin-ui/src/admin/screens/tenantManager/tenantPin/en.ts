/** What the screen and its records are called in English. */
export const en = {
  'tenant-pins': {
    title: 'PIN settings',
  },
}
