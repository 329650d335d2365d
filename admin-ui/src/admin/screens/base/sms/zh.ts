import { fields, message } from '../../../widgets/message/zh'

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'sms-messages': {
    empty: '暂无短信',
    invite: '发送到手机的验证码和通知会列在这里，并显示每条的发送结果。',
    ...message,
    fields: { ...fields, phone: '手机号' },
  },
}
