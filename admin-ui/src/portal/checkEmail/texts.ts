import { texts } from '../../shared/i18n'

/** Texts of the verification of an e-mail address. */
export const { t, has, all } = texts(
  {
    title: '验证邮箱',
    asking: '正在验证邮箱…',
    noKey: '请打开验证邮件中的链接。',
    done: '邮箱验证成功',
    doneText: '邮箱 {email} 已确认属于账号 {userName}。',
    failed: '邮箱验证失败',
    toSignIn: '前往登录',
  },
  {
    title: 'Verify an e-mail address',
    asking: 'Verifying the address…',
    noKey: 'Please open the link in the verification e-mail.',
    done: 'The e-mail address is verified',
    doneText: '{email} is confirmed as the address of the account {userName}.',
    failed: 'The e-mail address could not be verified',
    toSignIn: 'Go to sign-in',
  },
)
