import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'
import { leave } from '../shared/session'

/**
 * The portal's router: the History API and nothing more. Addresses of the console belong to the
 * other entry, so they are loaded, not routed.
 */
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

const here = (): string => location.pathname + location.search

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface Place {
  /** Without a closing slash. */
  path: string
  query: URLSearchParams
}

/** What a page is handed. */
export interface PageProps {
  place: Place
}

/** Where the person is; the component renders again when that changes. */
export function usePlace(): Place {
  const address = new URL(useSyncExternalStore(subscribe, here), location.origin)
  return { path: address.pathname.replace(/(.)\/+$/, '$1'), query: address.searchParams }
}

const isConsole = (path: string): boolean => /^\/index([/?#]|$)/.test(path)

let moved = false

/** Whether the page came in the place of another, without being loaded. */
export const hasMoved = (): boolean => moved

/** Goes to `path`, an address of this site that begins with a slash. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  if (isConsole(path)) {
    leave(path)
    return
  }
  if (path !== here()) {
    moved = true
    history[options.replace ? 'replaceState' : 'pushState'](null, '', path)
    window.scrollTo(0, 0)
  }
  tell()
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string }

/** A real link; a plain click stays in the page. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!plain || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={to} onClick={follow} />
}
