import { texts } from '../../shared/i18n'

/** Texts of the person's own e-mail and phone. */
export const { t: contactTexts, all } = texts(
  {
    title: '手机和邮箱',
    text: '验证后，手机可用于短信登录和找回密码，邮箱可用于找回密码。如需更换，请联系管理员。',
    phone: '手机号',
    email: '邮箱',
    verified: '已验证',
    unverified: '未验证',
    verify: '验证',
    phoneVerify: '验证手机号',
    phoneText: '验证码将发送到 {phone}。',
    phoneDone: '手机号已验证',
    emailVerify: '验证邮箱',
    emailSent: '验证邮件已发送，请打开邮件中的链接',
  },
  {
    title: 'Phone and e-mail',
    text: 'Once verified, the phone signs in by SMS and recovers the password, and so does the mailbox by a link. To change them, ask an administrator.',
    phone: 'Phone',
    email: 'E-mail',
    verified: 'verified',
    unverified: 'not verified',
    verify: 'Verify',
    phoneVerify: 'Verify the phone',
    phoneText: 'A code is sent to {phone}.',
    phoneDone: 'The phone is verified',
    emailVerify: 'Verify the e-mail address',
    emailSent: 'The e-mail was sent; open the link in it',
  },
)
