/** What the screen says in English. */
export const en = {
  'security-strategy': {
    fields: {
      validityTime: 'Sign-out time (minutes)',
      expiredDay: 'Password validity (days)',
      remindDay: 'Password reminder (days)',
    },
    need_time: 'Please enter the sign-out time',
    need_number: 'Please enter a number',
    time_hint: '30 minutes are suggested. 0 never signs anybody out.',
    days_hint: '0 is for ever.',
    remind_hint: '7 days are suggested.',
  },
}
