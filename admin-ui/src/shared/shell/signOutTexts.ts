import { texts } from '../i18n'

/** Texts about the systems that were opened in a session, where it is about to end. */
export const { t, all } = texts(
  {
    told: '以下系统将同时退出：',
    open: '以下系统不会同时退出，请在其中自行退出或关闭其页面：',
  },
  {
    told: 'You are signed out of these systems as well:',
    open: 'These systems stay open. Sign out there, or close their pages:',
  },
)
