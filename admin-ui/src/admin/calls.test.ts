import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf, renewing } from './calls'
import { dataProvider } from './dataProvider'
import { refusal, startServer } from './testing/server'

const server = startServer()

describe('a call', () => {
  it.each([
    ['POST /users/{id}/lock', { path: { id: 'a/b' } }, ['POST', '/api/admin/users/a%2Fb/lock']],
    [
      'GET /panels/{softwareId}/grants',
      { path: { softwareId: 's' }, query: { tenantId: 't&1', after: '' } },
      ['GET', '/api/admin/panels/s/grants?tenantId=t%261'],
    ],
    ['GET /languages', {}, ['GET', '/api/admin/languages']],
  ] as const)('%s goes to its address', (name, asked, wanted) => {
    expect(addressOf(name, asked)).toEqual(wanted)
  })

  it('sends what it is given, and answers what the server says', async () => {
    server.use(
      http.post('/api/admin/users/u1/lock', async ({ request }) =>
        HttpResponse.json({ id: 'u1', sent: await request.json() }),
      ),
    )
    const body = { reason: 'left' }
    const answer = await dataProvider.call('POST /users/{id}/lock', { path: { id: 'u1' }, body })
    expect(answer).toEqual({ id: 'u1', sent: body })
  })
})

describe('a change', () => {
  const cache = new QueryClient()
  const provider = renewing(dataProvider, cache)
  const known = [
    ['users', 'getList'],
    ['users', 'GET /users/{id}/factors'],
    ['users/u1/grants', 'getList'],
    ['sites', 'getList'],
  ]
  const path = { id: 'u1' }

  beforeEach(() => {
    cache.clear()
    for (const key of known) cache.setQueryData(key, [])
  })

  /** What has to be read anew. */
  const stale = () =>
    cache
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey)
  const ofUsers = known.slice(0, 3)
  const answering = (status: number) =>
    status === 200 ? HttpResponse.json({ id: 'u1' }) : refusal(status, { message: 'No' })

  it.each([
    ['a new record', () => provider.create('users', { data: {} })],
    ['a save', () => provider.update('users', { id: 'u1', data: {}, previousData: { id: 'u1' } })],
    ['a removal', () => provider.delete('users', { id: 'u1' })],
    ['an act', () => provider.call('POST /users/{id}/lock', { path, body: { reason: 'x' } })],
  ])('has everything about its noun read anew: %s', async (_, change) => {
    server.use(http.all('/api/admin/users*', () => answering(200)))
    server.use(http.all('/api/admin/users/*', () => answering(200)))
    await change()
    expect(stale()).toEqual(ofUsers)
  })

  it('that was refused leaves a form what it stands on, and shows what an act came upon', async () => {
    server.use(http.all('/api/admin/users/*', () => answering(409)))
    const body = { version: 1, userName: 'u', email: 'e', phone: 'p' }
    await expect(provider.call('PUT /users/{id}/important', { path, body })).rejects.toThrow('No')
    expect(stale()).toEqual([])
    const act = provider.call('POST /users/{id}/unlock', { path, body: { reason: 'x' } })
    await expect(act).rejects.toThrow('No')
    expect(stale()).toEqual(ofUsers)
  })

  it('is none where something is only asked', async () => {
    cache.setQueryData(['user-accounts'], [])
    server.use(http.post('/api/admin/user-accounts/pull', () => answering(200)))
    await provider.call('POST /user-accounts/pull', { body: { email: 'a@example.org' } })
    expect(stale()).toEqual([])
  })
})
