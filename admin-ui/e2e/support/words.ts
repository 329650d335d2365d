/** What the pages say, as the journeys need it: written down here, so that a wrong label is noticed. */
export interface Words {
  /** Its own name in the list of languages. */
  language: string
  userName: string
  password: string
  signIn: string
  openConsole: string
  exit: string
  help: string
  languageMenu: string
  /** The administrator's user menu, and anybody's. */
  userMenu: string
  userMenuOf: RegExp
  skip: string
  currentPassword: string
  /** What opens the form for a new record. */
  create: string
  /** What is done seldom with a list. */
  more: string
  signOut: string
  tenant: string
  chooseUsers: string
  role: string
  environment: string
  userType: string
  searchUsers: string
  authorise: string
  result: string
  succeeded: (count: number) => string
  failed: (count: number) => string
  close: string
  /** The name of the button that opens a system from the chooser. */
  open: RegExp
  /** What the trial system calls the things that are granted. */
  granted: { role: string; environment: string; moduleRole: string }
  /** What a panel says of a plugin or a trial system that fails. */
  failing: { timeout: string; failed: string; suspended: string; unreachable: string }
  requestId: string
  retry: string
  /** The state of a sign-out notice. */
  delivered: string
}

export const LOCALES = ['zh', 'en'] as const
export type Locale = (typeof LOCALES)[number]

export const WORDS: Record<Locale, Words> = {
  zh: {
    language: '中文',
    userName: '用户名',
    password: '密码',
    signIn: '登录',
    openConsole: '进入管理后台',
    exit: '退出',
    help: '帮助',
    languageMenu: '语言',
    userMenu: '用户菜单：平台管理员',
    userMenuOf: /^用户菜单：/,
    skip: '跳到主要内容',
    currentPassword: '当前密码',
    create: '新增',
    more: '更多操作',
    signOut: '退出登录',
    tenant: '租户',
    chooseUsers: '选择用户授权',
    role: '角色',
    environment: '环境',
    userType: '类型',
    searchUsers: '按姓名、用户名或邮箱搜索',
    authorise: '授权',
    result: '授权结果',
    succeeded: (count) => `成功（${count}）`,
    failed: (count) => `失败（${count}）`,
    close: '关闭',
    open: /^进入 .*(EDC|电子数据采集)/,
    granted: { role: '研究者', environment: '生产环境', moduleRole: '数据录入' },
    failing: {
      timeout: '授权面板插件未在规定时间内响应',
      failed: '授权面板插件运行失败',
      suspended: '授权面板插件多次失败，已暂停调用，请稍后再试',
      unreachable: '无法连接试验系统，请稍后重试。',
    },
    delivered: '已送达',
    requestId: '请求编号',
    retry: '重试',
  },
  en: {
    language: 'English',
    userName: 'User name',
    password: 'Password',
    signIn: 'Sign in',
    openConsole: 'Open administration',
    exit: 'Exit',
    help: 'Help',
    languageMenu: 'Language',
    userMenu: 'User menu: 平台管理员',
    userMenuOf: /^User menu: /,
    skip: 'Skip to main content',
    currentPassword: 'Current password',
    create: 'Create',
    more: 'More actions',
    signOut: 'Sign out',
    tenant: 'Tenant',
    chooseUsers: 'Select users to authorise',
    role: 'Role',
    environment: 'Environment',
    userType: 'Type',
    searchUsers: 'Search by name, user name or e-mail',
    authorise: 'Authorise',
    result: 'Authorisation result',
    succeeded: (count) => `Succeeded (${count})`,
    failed: (count) => `Failed (${count})`,
    close: 'Close',
    open: /^Open .*(EDC|Electronic data capture)/,
    granted: { role: 'Investigator', environment: 'Production', moduleRole: 'Data entry' },
    failing: {
      timeout: "The authorisation panel's plugin did not answer in time",
      failed: "The authorisation panel's plugin failed",
      suspended: "The authorisation panel's plugin failed repeatedly and is suspended for a while",
      unreachable: 'The trial system cannot be reached. Please try again later.',
    },
    delivered: 'Delivered',
    requestId: 'Request ID',
    retry: 'Try again',
  },
}
