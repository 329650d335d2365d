/** What the screen says in Chinese. */
export const zh = {
  'security-strategy': {
    fields: {
      validityTime: '自动退出时间（分钟）',
      expiredDay: '密码有效天数',
      remindDay: '密码提醒天数',
    },
    need_time: '请输入自动退出时间',
    need_number: '请输入数字',
    time_hint: '建议30分钟。0表示从不退出。',
    days_hint: '0表示永久有效。',
    remind_hint: '建议7天。',
  },
}
