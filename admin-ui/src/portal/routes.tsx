import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { type MessageKey, t } from '../shared/i18n'
import { marker } from '../shared/session'
import { NotFound } from './notFound/NotFound'
import { navigate, type Place } from './router'
import { SignIn } from './signIn/SignIn'

// Sign-in is what people wait for; the other pages come when they are asked for.
const ModifyPassword = lazy(() => import('./signIn/ModifyPassword'))
const SetUp = lazy(() => import('./setUp/SetUp'))
const Consent = lazy(() => import('./consent/Consent'))
const Consents = lazy(() => import('./consent/Consents'))
const Device = lazy(() => import('./device/Device'))
const SoftIndex = lazy(() => import('./soft/SoftIndex'))

export interface PageProps {
  place: Place
}

interface Route {
  page: ComponentType<PageProps>
  title: MessageKey
  /** Public pages need no session. */
  open: boolean
}

/** Every address of this entry. The navigation guard keeps the rest for signed-in people. */
const ROUTES: Readonly<Record<string, Route>> = {
  '/signIn/index': { page: SignIn, title: 'signIn.title', open: true },
  '/signIn/modifyPwd': { page: ModifyPassword, title: 'modifyPwd.title', open: true },
  '/setUp': { page: SetUp, title: 'setUp.title', open: true },
  // Open, as its address carries the request: without a session, that leads to the sign-in.
  '/consent': { page: Consent, title: 'consent.title', open: true },
  // Open, as it keeps the code of its address over the sign-in.
  '/device': { page: Device, title: 'device.title', open: true },
  '/account/consents': { page: Consents, title: 'consents.title', open: false },
  '/softIndex': { page: SoftIndex, title: 'soft.title', open: false },
}

/** Addresses that only lead on, by whether there is a login cookie. */
const REDIRECTS: Readonly<Record<string, (signedIn: boolean) => string>> = {
  '/': (signedIn) => (signedIn ? '/softIndex' : '/signIn/index'),
  '/signIn': (signedIn) => (signedIn ? '/softIndex' : '/signIn/index'),
}

const NOT_FOUND: Route = { page: NotFound, title: 'notFound.title', open: true }

/** Addresses are anybody's words: `/constructor` must not find what every object inherits. */
const own = <T,>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

export type Resolved = { redirect: string } | { route: Route }

/** What `place` shows, or where it leads on to. */
export function resolve(place: Place, signedIn: boolean): Resolved {
  const lead = own(REDIRECTS, place.path)
  if (lead) {
    const query = place.query.size > 0 ? `?${place.query}` : ''
    return { redirect: lead(signedIn) + query }
  }
  const route = own(ROUTES, place.path) ?? NOT_FOUND
  return route.open || signedIn ? { route } : { redirect: '/signIn/index' }
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
    <Suspense>
      <Shown key={place.path} place={place} />
    </Suspense>
  )
}

/** The title of the page at `place`, in the language in use. */
export function titleOf(place: Place): string {
  const resolved = resolve(place, marker() !== null)
  return 'route' in resolved ? t(resolved.route.title) : ''
}
