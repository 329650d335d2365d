/** What the screen and its records are called in English. */
export const en = {
  'logout-deliveries': {
    title: 'Sign-out notices',
    name: 'sign-out notice |||| Sign-out notices',
    empty: 'No notices yet',
    invite:
      'When a session ends, the systems that were used in it are told here, as far as they ask for it.',
    fields: {
      attempts: 'Attempts',
      clientName: 'Client',
      createdAt: 'Session ended',
      nextAttemptAt: 'Next attempt',
      state: 'State',
      userName: 'User',
    },
  },
}
