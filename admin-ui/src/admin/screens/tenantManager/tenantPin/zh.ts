/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'tenant-pins': {
    fields: {
      pinRule: '规则',
      pinLength: '长度',
      pinNoticeType: '通知方式',
      pinDuration: '有效时长（分钟）',
    },
    hint: '用户在业务系统中以PIN码进行电子签名，并使用收到的验证码自行设置。',
    letters: '字母',
    digits: '数字',
    both: '字母和数字',
    length_hint: '6至8位',
    email: '邮件',
    sms: '短信',
    need: '请输入',
    need_whole: '请输入非负整数',
    need_length: '请输入6-8的整数',
    duration_hint: '验证码的有效时间。0表示不发送验证码。',
  },
}
