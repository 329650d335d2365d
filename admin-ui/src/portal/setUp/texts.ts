import { texts } from '../../shared/i18n'

/** Texts of the first set-up. */
export const { t, has, all } = texts(
  {
    text: '此账号可以管理整个平台。链接只能使用一次。',
    submit: '创建管理员',
    invalidTitle: '设置链接无效',
    invalidText: '链接可能已使用过，或不完整。请使用服务启动时给出的最新链接。',
    toSignIn: '前往登录',
  },
  {
    text: 'This account can manage the whole platform. The link works once.',
    submit: 'Create administrator',
    invalidTitle: 'This set-up link is not valid',
    invalidText:
      'It may have been used already, or be incomplete. Use the latest link that the server printed when it started.',
    toSignIn: 'Go to sign-in',
  },
)
