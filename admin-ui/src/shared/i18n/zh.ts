/** Chinese texts of portal and shared parts: the list of keys that every language follows. */
export const zh = {
  'app.title': 'Cardea 账户中心',
  'app.name': 'Cardea',
  'app.tagline': '一次登录，通达临床试验各系统',
  'app.taglineMore': '账号、角色与授权，在一处清楚管理。',

  'common.cancel': '取消',
  'common.confirm': '确定',
  'common.close': '关闭',
  'common.retry': '重试',
  'common.loading': '正在加载',
  'common.requestId': '请求编号：{id}',
  'common.opensNew': '（在新窗口打开）',
  'common.empty': '—',

  'language.label': '语言',
  'language.zh': '中文',
  'language.en': 'English',

  'theme.label': '外观',
  'theme.system': '跟随系统',
  'theme.light': '浅色',
  'theme.dark': '深色',

  'field.userName': '用户名',
  'field.password': '密码',
  'field.captcha': '验证码',
  'field.fullName': '姓名',
  'field.email': '邮箱',
  'field.phone': '手机号',
  'field.remark': '备注',
  'field.currentPassword': '当前密码',
  'field.newPassword': '新密码',
  'field.confirmPassword': '确认密码',
  'field.blank': '{field}不能为空',

  'password.show': '显示密码',
  'password.hide': '隐藏密码',
  'password.capsLock': '大写锁定已打开',
  'password.changed': '修改成功，请使用新密码重新登录',
  'password.recovered': '密码已重置，请使用新密码登录',

  'signIn.title': '登录',
  'signIn.heading': '登录您的账号',
  'signIn.tab.password': '密码登录',
  'signIn.tab.sms': '短信登录',
  'signIn.tab.forgot': '忘记密码',
  'signIn.methods': '登录方式',
  'signIn.submit': '登录',
  'signIn.submitting': '正在登录…',
  'signIn.done': '已登录，正在进入…',

  'forget.title': '找回密码',

  'modifyPwd.title': '修改过期密码',

  'register.title': '加入',
  'register.done': '已加入，请登录',

  'setUp.title': '创建首位管理员',
  'setUp.done': '管理员已创建，请登录',

  'soft.title': '工作台',
  'soft.tenants': 'EDC 租户列表',
  'soft.projects': 'RTSM 项目列表',
  'consent.title': '授权确认',
  'account.title': '账号设置',
  'consents.title': '应用授权',
  'device.title': '设备登录',
  'identities.title': '关联的账号',

  'help.helpCommon': '通用帮助',
  'help.helpAccount': '账户中心帮助',
  'help.helpEDC': 'EDC 帮助',
  'help.helpRTSM': 'RTSM 帮助',
  'help.helpCTMS': 'CTMS 帮助',
  'help.helpETMF': 'eTMF 帮助',

  'notFound.title': '找不到页面',

  'error.requestFailed': '请求失败，请检查网络后重试',
  'error.timeout': '请求超时，请稍后重试',
  'error.unexpected': '出现意外错误，请刷新页面',
  'error.reload': '刷新页面',
  'error.loadTitle': '内容加载失败',
} as const satisfies Record<string, string>

/** One text for each key. */
export type Messages = { readonly [K in keyof typeof zh]: string }
