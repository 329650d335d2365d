import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { type MessageKey, t } from '../shared/i18n'
import { marker, onward } from '../shared/session'
import { Boundary } from './Boundary'
import { navigate, type PageProps, type Place } from './router'
import { SignIn } from './signIn/SignIn'

// Sign-in is what people wait for; the other pages come when they are asked for.
const ModifyPassword = lazy(() => import('./signIn/ModifyPassword'))
const Keyed = lazy(() => import('./keyed'))
const Consent = lazy(() => import('./consent/Consent'))
const Device = lazy(() => import('./device/Device'))
const LoginTicket = lazy(() => import('./federation/LoginTicket'))
const SsoLogin = lazy(() => import('./federation/SsoLogin'))
const Inner = lazy(() => import('./inner'))
const NotFound = lazy(() => import('./notFound/NotFound'))

interface Route {
  page: ComponentType<PageProps>
  /** None where the page tells its own. */
  title?: MessageKey
  /** Public pages need no session. */
  open: boolean
}

/** A page in the frame of the inner pages; `inner.tsx` has it. */
const inner = (title?: MessageKey): Route => ({ page: Inner, title, open: false })

/** Every address of this entry. The navigation guard keeps the rest for signed-in people. */
const ROUTES: Readonly<Record<string, Route>> = {
  '/signIn/index': { page: SignIn, title: 'signIn.title', open: true },
  '/signIn/modifyPwd': { page: ModifyPassword, title: 'modifyPwd.title', open: true },
  '/signIn/getBackPwd': { page: Keyed, title: 'forget.title', open: true },
  '/forget': { page: Keyed, title: 'forget.title', open: true },
  '/register': { page: Keyed, title: 'register.title', open: true },
  '/checkEmail': { page: Keyed, title: 'field.email', open: true },
  '/setUp': { page: Keyed, title: 'setUp.title', open: true },
  // Open, as its address carries the request: without a session, that leads to the sign-in.
  '/consent': { page: Consent, title: 'consent.title', open: true },
  // Open, as it keeps the code of its address over the sign-in.
  '/device': { page: Device, title: 'device.title', open: true },
  '/LoginTicket': { page: LoginTicket, title: 'signIn.title', open: true },
  '/signIn/sso': { page: SsoLogin, title: 'signIn.title', open: true },
  '/account/security': inner(),
  '/account/pins': inner(),
  '/account/sessions': inner(),
  '/account/signIns': inner(),
  '/account/consents': inner('consents.title'),
  '/account/identities': inner('identities.title'),
  '/softIndex': inner('soft.title'),
  '/tenantListEDC': inner('soft.tenants'),
  '/projectListRTSM': inner('soft.projects'),
  '/helpCommon': inner('help.helpCommon'),
  '/helpAccount': inner('help.helpAccount'),
  '/helpEDC': inner('help.helpEDC'),
  '/helpRTSM': inner('help.helpRTSM'),
  '/helpCTMS': inner('help.helpCTMS'),
  '/helpETMF': inner('help.helpETMF'),
}

/** Addresses that only lead on, by whether there is a login cookie. */
const REDIRECTS: Readonly<Record<string, (signedIn: boolean) => string>> = {
  '/': (signedIn) => (signedIn ? '/softIndex' : '/signIn/index'),
  '/signIn': (signedIn) => (signedIn ? '/softIndex' : '/signIn/index'),
}

/** Where a code in the address signs in (single sign-on). */
const CODED = /^\/(signIn(\/index)?)?$/

/** A version before a name: the name of that page ends in `Index`, so that `/v2/soft` is `/softIndex`. */
const VERSIONED = /^\/v\d+\/(\w+)$/

const NOT_FOUND: Route = { page: NotFound, title: 'notFound.title', open: true }

/** Addresses are anybody's words: `/constructor` must not find what every object inherits. */
const own = <T,>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** What the router table has, leading on or showing a page. */
export const ADDRESSES: readonly string[] = [...Object.keys(REDIRECTS), ...Object.keys(ROUTES)]

export type Resolved = { redirect: string } | { route: Route }

/** What `place` shows, or where it leads on to. */
export function resolve(place: Place, signedIn: boolean): Resolved {
  const query = place.query.size > 0 ? `?${place.query}` : ''
  // A code in the address is somebody's sign-in, whoever is signed in here (single sign-on).
  if (CODED.test(place.path) && place.query.has('code')) return { redirect: `/signIn/sso${query}` }
  const lead = own(REDIRECTS, place.path)
  if (lead) return { redirect: lead(signedIn) + query }
  const named = `/${VERSIONED.exec(place.path)?.[1]}Index`
  if (own(ROUTES, named)) return { redirect: named + query }
  const route = own(ROUTES, place.path) ?? NOT_FOUND
  if (route.open || signedIn) return { route }
  // Whoever signs in goes on to what they asked for.
  return { redirect: onward('/signIn/index', place.path + query) }
}

/** Draws the page of `place`, or goes on. */
export function Page({ place }: PageProps) {
  const resolved = resolve(place, marker() !== null)
  const redirect = 'redirect' in resolved ? resolved.redirect : null
  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect])
  if ('redirect' in resolved) return null
  const Shown = resolved.route.page
  return (
    // The frame of the inner pages stays while they change.
    <Boundary key={Shown === Inner ? 'inner' : place.path}>
      <Suspense>
        <Shown place={place} />
      </Suspense>
    </Boundary>
  )
}

/** The title of the page at `place`, in the language in use; undefined where the page tells its own. */
export function titleOf(place: Place): string | undefined {
  const resolved = resolve(place, marker() !== null)
  if ('redirect' in resolved) return ''
  return resolved.route.title && t(resolved.route.title)
}
