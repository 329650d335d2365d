/** What the screen and its records are called in English. */
export const en = {
  areas: {
    title: 'Regions',
  },
}
