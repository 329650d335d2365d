/**
 * The router as react-admin sees it: it goes to resources by their nouns, and arrives at the
 * documented addresses.
 */
import { forwardRef, useCallback, useEffect, useRef } from 'react'
import {
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterNavigateProps,
  type RouterProvider,
  type RouterTo,
  reactRouterProvider,
} from 'react-admin'
import { Link, Navigate, type To } from 'react-router-dom'
import { documented } from './routes'

function arriving(to: RouterTo): To {
  if (typeof to === 'string') return documented(to)
  return to.pathname === undefined ? to : { ...to, pathname: documented(to.pathname) }
}

/**
 * Navigates for as long as its component is there. React-admin writes a list's filters into the address half a
 * second after they were typed; a list that was left meanwhile would take its reader back.
 */
export function useNavigate(): RouterNavigateFunction {
  const navigate = reactRouterProvider.useNavigate()
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
      if (left.current && isOfPage) return
      navigate(typeof to === 'number' ? to : (arriving(to) as RouterTo), options)
    },
    [navigate],
  )
}

const ArrivingLink = forwardRef<HTMLAnchorElement, RouterLinkProps>(function ArrivingLink(
  { to, ...rest },
  ref,
) {
  return <Link ref={ref} to={arriving(to)} {...rest} />
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
