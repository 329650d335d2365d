import { fields, message } from '../../../widgets/message/zh'

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'email-messages': {
    empty: '暂无邮件',
    invite: '邀请、链接和通知邮件会列在这里，并显示每封的发送结果。',
    ...message,
    fields: { ...fields, to: '收件人', subject: '主题' },
  },
}
