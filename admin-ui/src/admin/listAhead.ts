/** The first page of the list at the address, asked for while the console that shows it is still on its way. */
import type { QueryClient } from '@tanstack/react-query'
import { type AdminAnswer, type AdminInit, adminFetch } from '../shared/http'
import { pathOfAddress, SCREENS } from './routes'
import { BASE, isResource, LIST_SIZE } from './screen'

/** A first page: of which screen, what it is called among what is known, and where the data provider asks for it. */
export interface FirstPage {
  path: string
  queryKey: readonly unknown[]
  address: string
}

/** What the console remembers in a browser is kept under this name. */
export const STORE = 'cardea.console'
/** Where react-admin keeps how a list was left: with this order, that filter, on another page. */
const left = (noun: string) => localStorage.getItem(`RaStore${STORE}.${noun}.listParams`) !== null

let ahead: { page: FirstPage; answer: Promise<AdminAnswer>; answered?: AdminAnswer } | null = null

/**
 * The first page of the list at an address, or nothing where there is another page. A list that is searched, or was left
 * in another state than it begins in, asks by itself.
 */
export function firstPage({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): FirstPage | undefined {
  const path = pathOfAddress(pathname)
  const screen = SCREENS[path ?? '']
  if (!path || !screen || !isResource(screen) || pathname !== `/index/${path}`) return undefined
  const { noun, sort } = screen
  if (search || left(noun)) return undefined
  const asked = { filter: {}, range: [0, LIST_SIZE - 1], sort: [sort.field, sort.order] }
  const query = Object.entries(asked).map(
    ([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`,
  )
  const pagination = { page: 1, perPage: LIST_SIZE }
  return {
    path,
    queryKey: [noun, 'getList', { pagination, sort, filter: {} }],
    address: `${BASE}/${noun}?${query.join('&')}`,
  }
}

/** Asks for a first page. Where that fails, the list asks again and says why. */
export function askListAhead(page: FirstPage): void {
  const asked: typeof ahead = { page, answer: adminFetch(page.address, { quiet: true }) }
  ahead = asked
  asked.answer.then(
    (answer) => {
      asked.answered = answer
    },
    () => undefined,
  )
}

/** Makes the page known, if it is there: the list is drawn with it at once. It asks all the same, and takes it then. */
export function knowList(cache: QueryClient): void {
  if (!ahead?.answered) return
  const { json, headers } = ahead.answered
  const total = Number(headers.get('X-Total-Count'))
  cache.setQueryData(ahead.page.queryKey, { data: json, total })
}

/** As `adminFetch`, for the data provider: its first call gets what was asked for ahead, if it is that. */
export async function fetchOrTake(address: string, init: AdminInit = {}): Promise<AdminAnswer> {
  const taken = ahead
  ahead = null
  if (taken?.page.address !== address || (init.method ?? 'GET') !== 'GET') {
    return adminFetch(address, init)
  }
  return taken.answer.catch(() => adminFetch(address, init))
}
