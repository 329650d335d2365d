import { assureBy, noteRenewal } from './expiry'
import { meetBy, type RequestOptions, request } from './http'
import { onLocaleChange } from './i18n'
import { recall, remember, storageName } from './storage'

export { onSessionExpired } from './expiry'

/** A leaf of the side menu; `url` is a router path below `/index` such as `systemManger/tenant`. */
export interface MenuItem {
  id: string
  name: string
  url: string | null
  icon: string | null
  parentId: string | null
  /** What may be done there; a server that does not say leaves it to the attempt. */
  act?: 'view' | 'edit'
}

/** A group of the side menu with its items. */
export interface MenuGroup extends MenuItem {
  list: MenuItem[]
}

/** `GET /api/sys/user/info`. */
export interface UserInfo {
  id: string
  userName: string
  fullName: string
  email: string | null
  phone: string | null
  remark: string | null
  language: string | null
  tenantId: string | null
  tenantName: string | null
  menuList: MenuGroup[]
  /** The addresses of the menus that may be changed for the whole platform; a server that does not say: any. */
  platformMenus?: readonly string[]
  /** Links to other systems that this deployment has, for the top bar. */
  links?: readonly { name: string; url: string }[]
}

/** One entry for each tenant and software the user may open. */
export interface UserSoftware {
  id: string
  softwareName: string
  /** 00 Account, 020 EDC, 030 RTSM, 040 CTMS, 070 eTMF, 101 IGCP. */
  webCode: string
  tenantId: string
  tenantName: string
  /** The tenant's domain of the system; null when it has none. */
  tenantUrlId: string | null
  /** That domain's name. */
  urlName: string | null
  /** Where the system starts its own sign-in; null when the tenant has none configured. */
  launchUrl: string | null
}

/** `POST /api/sys/login`; `password` plain or sealed. */
export interface SignInInput {
  userName: string
  password: string
  captcha?: string
  checkKey?: string
  returnTo?: string
}

export interface SignInAnswer {
  /** For programs; a page has the session in a cookie that scripts cannot read. */
  token: string | null
  /** The password expires soon. */
  isOverdue: boolean
  /** Days until it does. */
  nearExpiredDay: number | null
  /** False when the password was set by somebody else: there is no session before it is replaced. */
  pwdReset: boolean
  /** With `pwdReset` false: what replaces the password. */
  continuation?: string | null
  /** Where to go on to, when a valid `returnTo` was given. */
  redirect: string | null
}

let cachedInfo: Promise<UserInfo> | null = null
let ahead: Promise<UserInfo> | null = null
let cachedSoftware: Promise<UserSoftware[]> | null = null

/** Whether something is asked after a sign-in before it goes on. */
export const asksMore = (answer: SignInAnswer): boolean => answer.isOverdue || !answer.pwdReset

/** Signs in; the server sets the cookies. Throws `CallError` (701, 27006, 21018, ...). */
export async function signIn(input: SignInInput, again = false): Promise<SignInAnswer> {
  const answer = await enter(input, again)
  if (answer.pwdReset) signedIn(input.userName, 'password')
  return answer
}

/** Sends a sign-in of whatever kind. {@link signedIn} must follow. `again` where the page goes on after it. */
export async function enter(input: unknown, again = false): Promise<SignInAnswer> {
  const answer = await request<SignInAnswer>('/api/sys/login', {
    method: 'POST',
    json: input,
    quiet: true,
    anonymous: true,
  })
  if (again) forget()
  else disown()
  if (answer.pwdReset) noteRenewal()
  return answer
}

/** Remembers who signed in and how, and tells the other tabs. */
export function signedIn(userName: string, type: 'password' | 'phone'): void {
  remember('loginName', userName)
  remember('loginType', type)
  announce()
}

/** `path` with where the person was going, so that it is not lost on the way. */
export const onward = (path: string, returnTo: string | undefined): string =>
  returnTo ? `${path}?returnTo=${encodeURIComponent(returnTo)}` : path

/**
 * Signs out on the server and leaves for the sign-in page, also when the call fails. Whoever signs in
 * there goes on to `returnTo`, where the server takes it. `by` is a page on the way there.
 */
export async function signOut(returnTo?: string, by?: string | null): Promise<void> {
  const quiet: RequestOptions = { method: 'POST', quiet: true, anonymous: true }
  await request('/api/sys/logout', quiet).catch(() => undefined)
  await forgetCached()
  forget()
  announce()
  leave(by ?? onward('/signIn/index', returnTo))
}

/** Takes the readable name of whoever was signed in out of the browser. */
const forgetCached = async () => {
  if (!document.cookie.includes('cardea_user=')) return
  await import('./cachedUser').then(({ forgetUser }) => forgetUser()).catch(() => undefined)
}

const askInfo = async (options?: RequestOptions): Promise<UserInfo> => {
  const at = marker()
  const user = await request<UserInfo>('/api/sys/user/info', options)
  return recognise(user, at)
}

/** Whose page this is: the first that the server named to it, and the marker of their session. */
let owner: (Pick<UserInfo, 'id' | 'userName'> & { at: string | null }) | null = null

/** The login name of this page's own user; null where the page has not asked yet. */
export const ownName = (): string | null => owner?.userName ?? null

/** Somebody else may use the page from here on: they begin with nothing of the one before. */
export function disown(): void {
  owner = null
  forget()
}

/** This page is somebody else's: it begins anew, and nothing of what waits for it goes on. */
function begone(): Promise<never> {
  browser.reload()
  return new Promise(() => undefined)
}

/** Holds a user against the page's own. */
function recognise(user: UserInfo, at: string | null): UserInfo | Promise<never> {
  if (owner && owner.id !== user.id) return begone()
  owner = { id: user.id, userName: user.userName, at }
  return user
}

/**
 * Makes sure that the session is the page's user's. A page that knows no user of its own begins anew:
 * nothing of what it waits for was asked for by somebody known.
 */
export const confirmOwner = (): Promise<unknown> =>
  owner ? askInfo({ quiet: true, anonymous: true }) : begone()

// Another tab may have signed somebody else in, unheard of here: storage may be blocked, or this page
// may come back out of the browser's cache.
const sameSession = () => {
  const now = marker()
  return owner && now && now !== owner.at ? confirmOwner() : undefined
}
assureBy(sameSession)
// What asks for a second step or a recent proof is loaded by the first call that needs one.
meetBy(async (asked) => (await import('./challenge')).meet(asked))

/** Asks for the user before anything is drawn. Where that fails, who needs them asks again and hears why. */
export function askAhead(): void {
  if (marker()) ahead = askInfo({ quiet: true, anonymous: true })
  ahead?.catch(() => undefined)
}

/** The signed-in user; asked for once. A failure is not kept. */
export function userInfo(): Promise<UserInfo> {
  cachedInfo ??= (ahead?.catch(() => askInfo()) ?? askInfo()).catch((error) => {
    cachedInfo = null
    throw error
  })
  return cachedInfo
}

/**
 * Asks again for the user: their roles may have changed. It keeps no session alive and interrupts nobody; where it
 * fails, what was known stays.
 */
export async function renewUser(): Promise<UserInfo> {
  const quietly = { quiet: true, anonymous: true, background: true }
  const fresh = await askInfo(quietly).catch(() => null)
  if (fresh) cachedInfo = Promise.resolve(fresh)
  return userInfo()
}

/** The systems the signed-in user may open; asked for once. A failure is not kept. */
export function userSoftware(): Promise<UserSoftware[]> {
  cachedSoftware ??= request<UserSoftware[]>('/api/sys/user/software', { quiet: true }).catch(
    (error) => {
      cachedSoftware = null
      throw error
    },
  )
  return cachedSoftware
}

/** Forgets what was read about the user, for example when the language of menu names changed. */
export function forget(): void {
  cachedInfo = ahead = null
  cachedSoftware = null
}

// Menu names come from the server in the language of the request.
onLocaleChange(forget)

/** The browser's own navigation, behind an object because tests cannot replace `location`. */
export const browser = {
  assign: (address: string): void => window.location.assign(address),
  reload: (): void => window.location.reload(),
}

/** Goes to `address` by loading it, which also changes between portal and console. */
export const leave = (address: string): void => browser.assign(address)

/** The value of the readable marker cookie; null when there is no session. It is no secret. */
export function marker(): string | null {
  const entry = document.cookie.split('; ').find((pair) => pair.startsWith('cardea_marker='))
  const value = entry?.slice('cardea_marker='.length)
  return value ? value : null
}

/** Stands in the marker's place, so that each sign-out is a change too. */
const OUT = 'out-'

/** Tells the other tabs that somebody signed in or out here. */
export function announce(): void {
  remember('token', marker() ?? `${OUT}${Date.now()}`)
}

/**
 * Tells the other tabs of a change that only the server's answer to an address made, such as a
 * sign-in that came back from somewhere else.
 */
function noteMarker(): void {
  const known = recall('token')
  const now = marker()
  if (now ? now === known : !known || known.startsWith(OUT)) return
  announce()
  if (!now) void forgetCached()
}

/** Reloads this tab when the session changes in another one. Returns the way to stop. */
export function watchOtherTabs(reload: () => void = () => browser.reload()): () => void {
  noteMarker()
  // The page that signed in told it before it went on to this one, which may hear it late, as if of another tab.
  const known = recall('token')
  const seen = ({ key, oldValue, newValue }: StorageEvent) => {
    const changed = newValue !== oldValue && (newValue === null || newValue !== known)
    if (key === storageName('token') && changed) reload()
  }
  const back = ({ persisted }: PageTransitionEvent) => {
    // Where nobody can be asked, the next request asks.
    if (persisted) sameSession()?.catch(() => undefined)
  }
  window.addEventListener('storage', seen)
  window.addEventListener('pageshow', back)
  return () => {
    window.removeEventListener('storage', seen)
    window.removeEventListener('pageshow', back)
  }
}

/** The account that signed in last on this browser; offered again, never a secret. */
export const lastLoginName = (): string => recall('loginName') ?? ''
