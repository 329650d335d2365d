/** What the screen says, and what its records are called, in English. */
export const en = {
  'logout-deliveries': {
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
    answer: 'Its answer is broken or too large',
    connect: 'Cannot be reached',
    delivered: 'Delivered',
    denied: 'A private address, not allowed by outbound.allow',
    failed: 'Given up',
    gone: 'No longer registered for notices',
    queued: 'The notice is sent again now.',
    status: 'Answered with status %{status}',
    timeout: 'Did not answer in time',
    tls: 'Its certificate is not valid',
    waiting: 'Waiting',
  },
}
