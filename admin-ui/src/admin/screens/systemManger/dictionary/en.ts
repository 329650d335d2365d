/** What the screen and its records are called in English. */
export const en = {
  'dictionary-categories': {
    title: 'Dictionaries',
  },
}
