/** The calls that the server has beside those of records, as methods of the data provider. */
import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'react-admin'
import type { Answer, Asked, CallName } from '../shared/api'
import { adminFetch } from '../shared/http'
import { BASE } from './screen'

/** How a call goes: it can be given up, and who shows by themselves what happens asks quietly. */
interface Manner {
  signal?: AbortSignal
  quiet?: boolean
}

export type Call = <N extends CallName>(name: N, asked: Asked<N> & Manner) => Promise<Answer<N>>

export interface CardeaDataProvider extends DataProvider {
  /** Makes a call: `call('POST /users/{id}/lock', { path: { id }, body: { reason } })`. */
  call: Call
}

/** What the records that a call is about are called: the first part of its path. */
export const nounOf = (name: CallName): string => name.split('/')[1] ?? ''

/** The parts of any call's wish. */
interface Parts extends Manner {
  path?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** The method and the address of a call. */
export function addressOf(name: CallName, { path, query }: Parts): [string, string] {
  const [method = '', template = ''] = name.split(' ')
  const place = template.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(path?.[key] ?? ''))
  const given = Object.entries(query ?? {}).filter((pair): pair is [string, string] => !!pair[1])
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return [method, BASE + place + search]
}

export const call: Call = async (name, asked) => {
  const { body, signal, quiet } = asked as Parts
  const [method, address] = addressOf(name, asked as Parts)
  const { json } = await adminFetch<Answer<typeof name>>(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(quiet ? { quiet } : {}),
  })
  return json
}

/** Calls that are sent with POST and change nothing. */
const LOOKING: ReadonlySet<CallName> = new Set<CallName>([
  'POST /blinding-rules/dry-run',
  'POST /message-templates/preview',
  'POST /panels/{softwareId}/options',
  'POST /panels/{softwareId}/validate',
  'POST /user-accounts/pull',
])

/** Has everything that is shown of a noun read anew, and what is listed below it: `studies/7/unselected-sites`. */
export function renewNoun(cache: QueryClient, noun: string): void {
  void cache.invalidateQueries({
    predicate: ({ queryKey: [of] }) =>
      typeof of === 'string' && (of === noun || of.startsWith(`${noun}/`)),
  })
}

/**
 * The same provider, which after each change has what is shown of the noun read anew: its lists, its
 * records, and what else was asked about it. A form that was refused keeps what it stands on; an act
 * that was refused may have been somebody else's before, so that is shown.
 */
export function renewing(provider: CardeaDataProvider, cache: QueryClient): CardeaDataProvider {
  const renew = (noun: string) => renewNoun(cache, noun)
  const saving =
    <P, A>(save: (noun: string, params: P) => Promise<A>) =>
    async (noun: string, params: P) => {
      const saved = await save(noun, params)
      renew(noun)
      return saved
    }
  return {
    ...provider,
    create: saving(provider.create) as DataProvider['create'],
    update: saving(provider.update) as DataProvider['update'],
    delete: saving(provider.delete) as DataProvider['delete'],
    async call(name, asked) {
      const isForm = name.startsWith('PUT ')
      const changes = !name.startsWith('GET ') && !LOOKING.has(name)
      try {
        const answer = await provider.call(name, asked)
        if (changes && isForm) renew(nounOf(name))
        return answer
      } finally {
        if (changes && !isForm) renew(nounOf(name))
      }
    },
  }
}
