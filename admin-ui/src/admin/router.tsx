/**
 * The router as react-admin sees it: it goes to resources by their nouns, and arrives at the
 * documented addresses.
 */
import {
  type AnchorHTMLAttributes,
  forwardRef,
  type MouseEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import {
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterNavigateProps,
  type RouterProvider,
  type RouterTo,
  reactRouterProvider,
} from 'react-admin'
import {
  createPath,
  UNSAFE_DataRouterContext as DataRouterContext,
  Link,
  Navigate,
  type To,
  useLocation,
} from 'react-router-dom'
import { documented } from './routes'

function arriving(to: RouterTo): To {
  if (typeof to === 'string') return documented(to)
  return to.pathname === undefined ? to : { ...to, pathname: documented(to.pathname) }
}

const useRouter = () => useContext(DataRouterContext)?.router

/** The path of the page that each router shows. */
const shown = new WeakMap<object, string>()

/** Notes which page is shown; for the frame around all pages. */
export function useNotePage(): void {
  const router = useRouter()
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    if (router) shown.set(router, pathname)
  }, [router, pathname])
}

/**
 * Tells whether the reader is on the way to another page. The one before stays until the next is loaded and drawn; what
 * it writes into the address meanwhile would take its reader back.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter()
  return useCallback(() => {
    const path = router && shown.get(router)
    return path !== undefined && path !== router?.state.location.pathname
  }, [router])
}

/**
 * Navigates for as long as its page is there. React-admin writes a list's filters into the address half a second after
 * they were typed; a list that was left meanwhile would take its reader back.
 */
export function useNavigate(): RouterNavigateFunction {
  const navigate = reactRouterProvider.useNavigate()
  const isLeaving = useIsLeaving()
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return useCallback(
    (to, options) => {
      const isOfPage = typeof to === 'object' && to.pathname === undefined
      if (isOfPage && (left.current || isLeaving())) return
      navigate(typeof to === 'number' ? to : (arriving(to) as RouterTo), options)
    },
    [navigate, isLeaving],
  )
}

/** Whether a press is the console's: with a key or another button, the browser opens the address elsewhere. */
const isOurs = (event: MouseEvent, target: string | undefined) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  (target === undefined || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

interface ConsoleLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** From the first slash on. */
  to: string
  replace?: boolean | undefined
  state?: unknown
}

/**
 * A link to an address of the console. The router's own is drawn anew whenever the page changes, as its address may
 * be relative to the page; a list and its side menu have dozens.
 */
export const ConsoleLink = forwardRef<HTMLAnchorElement, ConsoleLinkProps>(function ConsoleLink(
  { to, replace, state, onClick, ...rest },
  ref,
) {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!(router && isOurs(event, rest.target))) return
    event.preventDefault()
    const isHere = createPath(router.state.location) === to
    void router.navigate(to, { replace: replace ?? isHere, state })
  }
  return <a ref={ref} href={to} onClick={press} {...rest} />
})

const ArrivingLink = forwardRef<HTMLAnchorElement, RouterLinkProps>(function ArrivingLink(
  { to, ...rest },
  ref,
) {
  const there = arriving(to)
  const address = typeof there === 'string' ? there : there.pathname && createPath(there)
  // Two slashes begin the address of another host: that is for the router to refuse.
  if (!(address && /^\/(?!\/)/.test(address))) return <Link ref={ref} to={there} {...rest} />
  return <ConsoleLink ref={ref} to={address} {...rest} />
})

function ArrivingNavigate({ to, ...rest }: RouterNavigateProps) {
  return <Navigate to={arriving(to)} {...rest} />
}

export const routerProvider: RouterProvider = {
  ...reactRouterProvider,
  useNavigate,
  Link: ArrivingLink as RouterProvider['Link'],
  Navigate: ArrivingNavigate,
}
