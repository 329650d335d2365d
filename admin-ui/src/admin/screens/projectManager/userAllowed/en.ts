/** What the screen and its records are called in English. */
export const en = {
  grants: {
    title: 'User authorisation',
  },
}
