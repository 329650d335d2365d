/** What the screen says, and what its records are called, in English. */
export const en = {
  'signing-keys': {
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
    current: 'Signing',
    next: 'Published',
    removed: 'Removed',
    retired: 'Retired',
    rotate: 'Rotate',
    rotate_text:
      'Tokens will be signed with another key. What the present key signed stays valid until it expires.',
    rotate_title: 'Rotate the %{alg} key?',
    rotated: 'Within seconds tokens are signed with a new %{alg} key.',
  },
}
