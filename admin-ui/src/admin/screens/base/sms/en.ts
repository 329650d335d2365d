import { fields, message } from '../../../widgets/message/en'

/** What the screen says, and what its records are called, in English. */
export const en = {
  'sms-messages': {
    empty: 'No SMS yet',
    invite: 'Codes and notices to phones are listed here, with what became of each.',
    ...message,
    fields: { ...fields, phone: 'Phone' },
  },
}
