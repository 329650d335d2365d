/**
 * Every address of the portal, once: the router table (specification, portal and sign-in, section 2)
 * and the pages that came with OpenID Connect. Unit tests hold the routes to it, the walk through
 * the browser visits each. A pending one has no page yet: that list may only shrink.
 */
export interface Address {
  path: string
  /** `public`: nobody needs to be signed in. `inner`: the navigation guard keeps it. */
  access: 'public' | 'inner'
  /** What the window's title begins with, there. */
  title: Readonly<Record<'zh' | 'en', string>>
  /** Where the address leads on to by itself, for somebody who is not signed in. */
  leadsTo?: string
  /** It is the page that leads on: it has nothing to show to a browser that knows nobody. */
  byPage?: true
  pending?: true
  /** The browser test whose journey shows it: by itself, without a request, it shows nothing. */
  journey?: string
}

/** A row of the table. */
const at = (
  path: string,
  access: Address['access'],
  zh: string,
  en: string,
  more: Partial<Address> = {},
): Address => ({ path, access, title: { zh, en }, ...more })

export const ROUTER_TABLE: readonly Address[] = [
  at('/', 'public', '登录', 'Sign in', { leadsTo: '/signIn/index' }),
  at('/forget', 'public', '找回密码', 'Recover the account'),
  at('/checkEmail', 'public', '邮箱', 'E-mail'),
  at('/register', 'public', '加入', 'Join'),
  at('/signIn', 'public', '登录', 'Sign in', { leadsTo: '/signIn/index' }),
  at('/signIn/index', 'public', '登录', 'Sign in'),
  at('/signIn/getBackPwd', 'public', '找回密码', 'Recover the account'),
  at('/signIn/modifyPwd', 'public', '修改过期密码', 'Change your expired password', {
    leadsTo: '/signIn/index',
    byPage: true,
  }),
  at('/LoginTicket', 'public', '登录', 'Sign in'),
  at('/signIn/sso', 'public', '登录', 'Sign in'),
  at('/setUp', 'public', '创建首位管理员', 'Create the first administrator'),
  at('/consent', 'public', '授权确认', 'Consent', { journey: 'consent.e2e.ts' }),
  at('/device', 'public', '设备登录', 'Sign in on a device', {
    leadsTo: '/signIn/index',
    byPage: true,
  }),
  at('/softIndex', 'inner', '工作台', 'Workbench'),
  at('/tenantListEDC', 'inner', 'EDC 租户列表', 'EDC tenants'),
  at('/projectListRTSM', 'inner', 'RTSM 项目列表', 'RTSM studies'),
  at('/account/security', 'inner', '登录安全', 'Sign-in security'),
  at('/account/pins', 'inner', '签名 PIN 码', 'Signature PINs'),
  at('/account/sessions', 'inner', '会话与设备', 'Sessions and devices'),
  at('/account/signIns', 'inner', '登录记录', 'Sign-in history'),
  at('/account/consents', 'inner', '应用授权', 'Consents'),
  at('/account/identities', 'inner', '关联的账号', 'Linked accounts'),
  at('/helpCommon', 'inner', '通用帮助', 'General help'),
  at('/helpAccount', 'inner', '账户中心帮助', 'Account centre help'),
  at('/helpEDC', 'inner', 'EDC 帮助', 'EDC help'),
  at('/helpRTSM', 'inner', 'RTSM 帮助', 'RTSM help'),
  at('/helpCTMS', 'inner', 'CTMS 帮助', 'CTMS help'),
  at('/helpETMF', 'inner', 'eTMF 帮助', 'eTMF help'),
]
