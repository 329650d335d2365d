import { texts } from '../../shared/i18n'

/** Texts about the systems of a session that was signed out of. */
export const { t, all } = texts(
  {
    title: '您已退出登录',
    ended: '已退出',
    ending: '正在退出…',
    told: '已通知退出',
    open: '仍处于打开状态，请在该系统中退出或关闭其页面',
    slow: '尚未确认退出，请关闭其页面',
  },
  {
    title: 'You have signed out',
    ended: 'Signed out',
    ending: 'Signing out…',
    told: 'Told to sign out',
    open: 'Still open: sign out there, or close its page',
    slow: 'Has not confirmed yet: close its page',
  },
)
