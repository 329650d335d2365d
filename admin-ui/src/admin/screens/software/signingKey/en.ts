/** What the screen and its records are called in English. */
export const en = {
  'signing-keys': {
    title: 'Signing keys',
    name: 'signing key |||| Signing keys',
    empty: 'No signing keys yet',
    invite: 'Keys are made when the server starts.',
    fields: {
      alg: 'Algorithm',
      currentAt: 'Signing since',
      id: 'Key ID',
      publishedAt: 'Published',
      removedAt: 'Removed from the key set',
      retiredAt: 'Retired',
      state: 'State',
    },
  },
}
