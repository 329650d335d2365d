import { texts } from '../../shared/i18n'

/** Texts of what comes after the first picture of sign-in. */
export const { t, has, all } = texts(
  {
    overdueTitle: '密码即将过期',
    overdueText: '您的密码将在 {days} 天后过期，请及时修改。',
    overdueToday: '您的密码将在今天过期，请及时修改。',
    overdueNow: '立即修改',
    overdueLater: '稍后修改',
    expired: '您的密码已过期，设置新密码后即可登录。',
    expiresSoon: '您的密码即将过期。设置新密码后，请使用新密码登录。',
    modify: '修改密码',
    forced: '请先修改初始密码',
    forcedText:
      '您的密码由管理员设置。请先设置只有您知道的新密码，然后用新密码登录；取消则返回登录。',
    back: '返回登录',
  },
  {
    overdueTitle: 'Your password expires soon',
    overdueText: 'Your password expires in {days} days. Please change it in time.',
    overdueToday: 'Your password expires today. Please change it now.',
    overdueNow: 'Do it now',
    overdueLater: 'Do it later',
    expired: 'Your password has expired. Set a new one to sign in.',
    expiresSoon: 'Your password expires soon. Set a new one, and sign in with it.',
    modify: 'Change password',
    forced: 'Choose your own password',
    forcedText:
      'An administrator set your password. Choose one that only you know, then sign in with it. Cancelling leads back to sign-in.',
    back: 'Back to sign-in',
  },
)
