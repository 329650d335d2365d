import { fields, message } from '../../../widgets/message/en'

/** What the screen says, and what its records are called, in English. */
export const en = {
  'email-messages': {
    empty: 'No e-mails yet',
    invite: 'Invitations, links and notices by e-mail are listed here, with what became of each.',
    ...message,
    fields: { ...fields, to: 'Recipient', subject: 'Subject' },
  },
}
