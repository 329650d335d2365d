/**
 * Every address of the portal, once: the router table (specification, portal and sign-in, section 2)
 * and the pages that came with OpenID Connect. Unit tests hold the routes to it, the walk through
 * the browser visits each. A pending one has no page yet: that list may only shrink.
 */
export interface Address {
  path: string
  /** `public`: nobody needs to be signed in. `inner`: the navigation guard keeps it. */
  access: 'public' | 'inner'
  /** Where the address leads on to by itself, for somebody who is not signed in. */
  leadsTo?: string
  pending?: true
  /** The browser test whose journey shows it: by itself, without a request, it shows nothing. */
  journey?: string
}

export const ROUTER_TABLE: readonly Address[] = [
  { path: '/', access: 'public', leadsTo: '/signIn/index' },
  { path: '/forget', access: 'public' },
  { path: '/checkEmail', access: 'public' },
  { path: '/register', access: 'public' },
  { path: '/signIn', access: 'public', leadsTo: '/signIn/index' },
  { path: '/signIn/index', access: 'public' },
  { path: '/signIn/getBackPwd', access: 'public' },
  { path: '/signIn/modifyPwd', access: 'public' },
  { path: '/LoginTicket', access: 'public' },
  { path: '/signIn/sso', access: 'public' },
  { path: '/setUp', access: 'public' },
  { path: '/consent', access: 'public', journey: 'consent.e2e.ts' },
  { path: '/device', access: 'public' },
  { path: '/softIndex', access: 'inner' },
  { path: '/tenantListEDC', access: 'inner' },
  { path: '/projectListRTSM', access: 'inner' },
  { path: '/account/security', access: 'inner' },
  { path: '/account/pins', access: 'inner' },
  { path: '/account/sessions', access: 'inner' },
  { path: '/account/signIns', access: 'inner' },
  { path: '/account/consents', access: 'inner' },
  { path: '/account/identities', access: 'inner' },
  { path: '/helpCommon', access: 'inner' },
  { path: '/helpAccount', access: 'inner' },
  { path: '/helpEDC', access: 'inner' },
  { path: '/helpRTSM', access: 'inner' },
  { path: '/helpCTMS', access: 'inner' },
  { path: '/helpETMF', access: 'inner' },
]
