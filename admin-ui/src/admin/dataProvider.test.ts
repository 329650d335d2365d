import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { dataProvider } from './dataProvider'
import { listing, refusal, startServer } from './testing/server'
import { WHOLE_LIST } from './widgets/data/reference'

const server = startServer()
const TENANT = 'tenants'

/** Answers a path and keeps what was asked. */
function record(method: 'get' | 'post' | 'put' | 'delete', path: string, answer: () => Response) {
  const asked: { url: URL; body: unknown; headers: Headers }[] = []
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text()
      asked.push({
        url: new URL(request.url),
        body: text ? JSON.parse(text) : undefined,
        headers: request.headers,
      })
      return answer()
    }),
  )
  return asked
}

describe('the data provider', () => {
  it('lists in the dialect and takes the total from its header', async () => {
    const asked = record('get', '/api/admin/tenants', () => listing([{ id: 'a' }], 41))
    const answer = await dataProvider.getList(TENANT, {
      pagination: { page: 3, perPage: 20 },
      sort: { field: 'tenantName', order: 'DESC' },
      filter: { q: '北京 & co' },
    })
    expect(answer).toEqual({ data: [{ id: 'a' }], total: 41 })
    const query = asked[0]?.url.searchParams
    expect(query?.get('range')).toBe('[40,59]')
    expect(query?.get('sort')).toBe('["tenantName","DESC"]')
    expect(query?.get('filter')).toBe('{"q":"北京 & co"}')
  })

  it('reads a whole list in parts, no longer than it is and no longer than ten thousand', async () => {
    const rows = (count: number, at: number) =>
      Array.from({ length: count }, (_, row) => ({ id: `${at + row}` }))
    for (const [total, parts, read] of [
      [2500, ['[0,999]', '[1000,1999]', '[2000,2999]'], 2500],
      [0, ['[0,999]'], 0],
      [12_000, Array.from({ length: 10 }, (_, at) => `[${at * 1000},${at * 1000 + 999}]`), 10_000],
    ] as const) {
      const asked: string[] = []
      server.use(
        http.get('/api/admin/roles', ({ request }) => {
          const range = new URL(request.url).searchParams.get('range') ?? ''
          asked.push(range)
          const from = JSON.parse(range)[0]
          return listing(rows(Math.max(0, Math.min(1000, total - from)), from), total)
        }),
      )
      const answer = await dataProvider.getList('roles', { ...WHOLE_LIST, filter: {} })
      expect(asked).toEqual(parts)
      expect(new Set(answer.data.map(({ id }) => id)).size).toBe(read)
    }
  })

  it('reads many records in requests of at most a hundred ids, each id once', async () => {
    const asked = record('get', '/api/admin/tenants', () => listing([{ id: 'x' }]))
    const ids = Array.from({ length: 205 }, (_, at) => `id-${at}`)
    const { data } = await dataProvider.getMany(TENANT, { ids: [...ids, 'id-0'] })
    const sizes = asked.map(({ url }) => JSON.parse(url.searchParams.get('filter') ?? '').id.length)
    expect(sizes.sort()).toEqual([100, 100, 5])
    expect(data).toHaveLength(3)
  })

  it('saves the fields that may be written, with the version that was read', async () => {
    const asked = record('put', '/api/admin/tenants/a%2Fb', () => HttpResponse.json({ id: 'a/b' }))
    await dataProvider.update(TENANT, {
      id: 'a/b',
      data: {
        id: 'a/b',
        version: 7,
        tenantName: 'N',
        tel: null,
        categoryDesc: 'x',
        createdAt: 'y',
      },
      previousData: { id: 'a/b', version: 6 },
    })
    expect(asked[0]?.body).toEqual({ tenantName: 'N', tel: null, version: 7 })
    expect(asked[0]?.headers.get('X-Requested-With')).toBe('cardea')
  })

  it('creates without an id or a version', async () => {
    const asked = record('post', '/api/admin/tenants', () => HttpResponse.json({ id: 'n' }))
    await dataProvider.create(TENANT, { data: { id: 'own', version: 9, abbr: 'A' } })
    expect(asked[0]?.body).toEqual({ abbr: 'A' })
  })

  it('turns a stale save into an error that says so', async () => {
    record('put', '/api/admin/tenants/a', () => refusal(409, { message: 'Changed meanwhile' }))
    const save = dataProvider.update(TENANT, { id: 'a', data: {}, previousData: { id: 'a' } })
    await expect(save).rejects.toMatchObject({ status: 409, message: 'Changed meanwhile' })
  })

  it('hands the server’s complaints about fields to the form', async () => {
    const errors = { abbr: 'required' }
    record('post', '/api/admin/tenants', () => refusal(422, { message: 'Invalid', errors }))
    const save = dataProvider.create(TENANT, { data: {} })
    await expect(save).rejects.toMatchObject({ status: 422, body: { errors, requestId: 'req-1' } })
  })

  it('changes and deletes no more than one record at a time', async () => {
    const ids = ['a', 'b']
    await expect(dataProvider.deleteMany(TENANT, { ids })).rejects.toThrow('one by one')
    const change = dataProvider.updateMany(TENANT, { ids, data: { contact: 'C' } })
    await expect(change).rejects.toThrow('one by one')
  })

  it('can be called off', async () => {
    record('get', '/api/admin/tenants', () => listing([]))
    const caller = new AbortController()
    caller.abort()
    const list = dataProvider.getList(TENANT, { signal: caller.signal, filter: {} })
    await expect(list).rejects.toMatchObject({ name: 'AbortError' })
  })
})
