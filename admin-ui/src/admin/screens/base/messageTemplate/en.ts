import { message } from '../../../widgets/message/en'

/** What the screen says, and what its records are called, in English. */
export const en = {
  'message-templates': {
    all: 'All',
    changed: 'Changed',
    changed_only: 'Changed only',
    email: 'E-mail',
    gateway_hint: 'Where the SMS gateway has registered templates of its own, those count.',
    in: { zh: 'Chinese', en: 'English' },
    insert: 'Insert {%{name}}',
    need_subject: 'Please enter the subject',
    need_text: 'Please enter the text',
    preview: 'Preview, with made-up values',
    purposes: message.purposes,
    reset: 'Restore the standard text',
    reset_ask: 'Subject and text go back to the standard in both languages.',
    reset_done: 'The standard text is back.',
    sms: 'SMS',
    standard: 'Standard',
    values: 'Values, to be inserted by a click:',
    fields: {
      changed: 'Content',
      kind: 'Way',
      purpose: 'Purpose',
      subjectEn: 'Subject (English)',
      subjectZh: 'Subject (Chinese)',
      text: 'Says',
      textEn: 'Text (English)',
      textZh: 'Text (Chinese)',
      updatedAt: 'Updated',
    },
  },
}
