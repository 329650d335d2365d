/**
 * The data provider: ra-data-simple-rest's dialect with what the server adds to it.
 *
 * - The total comes from `X-Total-Count`.
 * - A save carries the fields that may be written and the `version` it was read at; a stale one
 *   answers 409.
 * - A list is read in requests of at most 1000 rows: reference lists have up to 10000.
 * - Many records are read in requests of at most 100 ids, because an address has a length.
 * - No screen changes or deletes many records at once: each is a decision of its own, with a version and an audit row.
 */
import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider, RaRecord } from 'react-admin'
import { adminFetch } from '../shared/http'
import { type CardeaDataProvider, call } from './calls'
import { fetchOrTake } from './listAhead'
import { screenOf } from './routes'
import { BASE } from './screen'

const IDS_A_REQUEST = 100

/** What of a form goes to the server. Resources without a screen, or without a list, send everything. */
export function payloadOf(resource: string, data: Partial<RaRecord>): Partial<RaRecord> {
  const writable = screenOf(resource)?.writable
  if (!writable) return data
  return Object.fromEntries(
    Object.entries(data).filter(
      ([field, value]) => writable.includes(field) && value !== undefined,
    ),
  )
}

/** Splits ids into requests. */
function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** What no screen offers, and the server has no call for. */
const notAtOnce = () => Promise.reject(new Error('records are changed one by one'))

const rest = simpleRestProvider(BASE, fetchOrTake, 'X-Total-Count')
/** For what is looked up while somebody reads or types, or by who says so (`meta.quiet`): it covers no page. */
const lookUp = simpleRestProvider(
  BASE,
  (path: string, init: RequestInit = {}) => adminFetch(path, { ...init, quiet: true }),
  'X-Total-Count',
)

/** What the server gives in one answer, at most. */
const ROWS_A_REQUEST = 1000

/** A list of any size the specification asks for, in as many requests as the server's bound makes of it. */
const getList: DataProvider['getList'] = async (resource, params) => {
  const { page = 1, perPage = 10 } = params.pagination ?? {}
  if (perPage <= ROWS_A_REQUEST) {
    const quiet = params.filter?.q !== undefined || params.meta?.quiet
    return (quiet ? lookUp : rest).getList(resource, params)
  }
  if (page !== 1) throw new Error('a list that is read whole has one page')
  const part = (at: number) =>
    rest.getList(resource, { ...params, pagination: { page: at, perPage: ROWS_A_REQUEST } })
  const first = await part(1)
  const total = Math.min(first.total ?? 0, perPage)
  const more = Array.from({ length: Math.ceil(total / ROWS_A_REQUEST) - 1 }, (_, at) => at + 2)
  const rows = [...first.data]
  // One after the other: a reference list is no reason to hold several connections.
  for (const at of more) rows.push(...(await part(at)).data)
  return { ...first, data: rows.slice(0, perPage) }
}

/** The console's data provider. */
export const dataProvider: CardeaDataProvider = {
  ...rest,
  call,
  getList,
  async getMany(resource, params) {
    const ids = [...new Set(params.ids)]
    const answers = await Promise.all(
      chunks(ids, IDS_A_REQUEST).map((part) => lookUp.getMany(resource, { ...params, ids: part })),
    )
    return { data: answers.flatMap((answer) => answer.data) }
  },
  create: (resource, params) =>
    rest.create(resource, { ...params, data: payloadOf(resource, params.data) }),
  update: (resource, params) =>
    rest.update(resource, {
      ...params,
      data: {
        ...payloadOf(resource, params.data),
        version: params.data.version ?? params.previousData?.version,
      },
    }),
  updateMany: notAtOnce,
  deleteMany: notAtOnce,
}
