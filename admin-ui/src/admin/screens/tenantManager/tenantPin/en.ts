/** What the screen says, and what its records are called, in English. */
export const en = {
  'tenant-pins': {
    fields: {
      pinRule: 'Rule',
      pinLength: 'Length',
      pinNoticeType: 'Notification type',
      pinDuration: 'Validity duration (minutes)',
    },
    hint: 'People sign electronically in trial systems with a PIN. They set it themselves, with a code that is sent to them.',
    letters: 'Letters',
    digits: 'Digits',
    both: 'Letters and digits',
    length_hint: '6 to 8 characters',
    email: 'E-mail',
    sms: 'SMS',
    need: 'required',
    need_whole: 'enter non-negative integer',
    need_length: 'enter integer 6-8',
    duration_hint: 'How long the sent code is good for. 0: no code is sent.',
  },
}
