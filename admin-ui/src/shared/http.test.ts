import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server } from '../../test/browser'
import { onSessionExpired } from './expiry'
import { adminFetch, CallError, onActivity, onProblem, request } from './http'
import { setLocale } from './i18n'

freshBrowser()

/** The error that `call` fails with. */
async function failure(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

describe('documented calls', () => {
  it('answer the data and carry what the server needs to trust them', async () => {
    let seen: Headers | undefined
    let body: unknown
    server.use(
      http.post('/api/x', async ({ request: sent }) => {
        seen = sent.headers
        body = await sent.json()
        return ok({ a: 1 })
      }),
    )
    setLocale('en')
    await expect(request('/api/x', { method: 'POST', json: { b: 2 } })).resolves.toEqual({ a: 1 })
    expect(body).toEqual({ b: 2 })
    expect(seen?.get('accept-language')).toBe('en')
    expect(seen?.get('x-requested-with')).toBe('cardea')
    expect(seen?.get('content-type')).toBe('application/json')
  })

  it('mark a body-less post as JSON too', async () => {
    server.use(http.post('/api/x', ({ request: sent }) => ok(sent.headers.get('content-type'))))
    await expect(request('/api/x', { method: 'POST' })).resolves.toBe('application/json')
  })

  it('fail with code, message, fields and request id', async () => {
    server.use(
      http.get('/api/x', () => refused('400', '参数错误', { errors: { phone: '格式不正确' } })),
    )
    const error = await failure(request('/api/x'))
    expect(error).toMatchObject({
      code: '400',
      status: 200,
      message: '参数错误',
      requestId: 'req-1',
    })
    expect(error.errors).toEqual({ phone: '格式不正确' })
    expect(error.body.errors).toEqual({ phone: '格式不正确' })
  })

  it('say that the request failed when the answer is not ours or does not come', async () => {
    server.use(
      http.get('/api/proxy', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })),
      http.get('/api/down', () => HttpResponse.error()),
    )
    expect(await failure(request('/api/proxy'))).toMatchObject({
      status: 502,
      message: '请求失败，请检查网络后重试',
    })
    expect(await failure(request('/api/down'))).toMatchObject({ code: 'network', status: 0 })
  })

  it('tell problems and activity unless they are quiet', async () => {
    server.use(http.get('/api/x', () => refused('500', 'oops')))
    const problems: string[] = []
    const activity: number[] = []
    const stops = [
      onProblem((problem) => problems.push(problem.message)),
      onActivity((count) => activity.push(count)),
    ]
    await failure(request('/api/x', { quiet: true }))
    expect([problems, activity]).toEqual([[], []])
    await failure(request('/api/x'))
    expect([problems, activity]).toEqual([['oops'], [1, 0]])
    for (const stop of stops) stop()
  })

  it('pass an abort on as it is', async () => {
    server.use(http.get('/api/x', () => ok(1)))
    const stop = new AbortController()
    stop.abort()
    await expect(request('/api/x', { signal: stop.signal })).rejects.not.toBeInstanceOf(CallError)
  })
})

describe('admin REST', () => {
  it('answers status, headers, text and JSON', async () => {
    server.use(
      http.get('/api/admin/tenants', () =>
        HttpResponse.json([{ id: '1' }], { headers: { 'X-Total-Count': '7' } }),
      ),
    )
    const answer = await adminFetch('/api/admin/tenants')
    expect(answer.headers.get('x-total-count')).toBe('7')
    expect(answer).toMatchObject({ status: 200, body: '[{"id":"1"}]', json: [{ id: '1' }] })
  })

  it('throws what react-admin reads of a refusal', async () => {
    server.use(
      http.post('/api/admin/tenants', () =>
        HttpResponse.json(
          { code: '422', message: 'invalid', errors: { abbr: 'required' }, requestId: 'r' },
          { status: 422 },
        ),
      ),
    )
    const error = await failure(adminFetch('/api/admin/tenants', { method: 'POST', body: '{}' }))
    expect(error.status).toBe(422)
    expect(error.body).toEqual({
      code: '422',
      message: 'invalid',
      errors: { abbr: 'required' },
      requestId: 'r',
    })
  })
})

describe('an expired session', () => {
  it.each(['401', '402', '20006'])('%s: asks once and sends every request again', async (code) => {
    let valid = false
    let asked = 0
    const sent: string[] = []
    server.use(
      http.get('/api/x/:n', ({ params }) => {
        sent.push(String(params.n))
        return valid ? ok(params.n as string) : refused(code, 'expired')
      }),
      http.get('/api/admin/things', () => {
        sent.push('things')
        return valid
          ? HttpResponse.json([])
          : HttpResponse.json({ code, message: 'expired' }, { status: 401 })
      }),
    )
    let renew: () => void = () => expect.unreachable()
    const stop = onSessionExpired((reason) => {
      asked += 1
      expect(reason).toBe(code)
      return new Promise((resolve) => {
        renew = resolve
      })
    })
    const all = Promise.all([
      request('/api/x/1'),
      request('/api/x/2'),
      adminFetch('/api/admin/things'),
    ])
    await vi.waitFor(() => expect([sent.length, asked]).toEqual([3, 1]))
    valid = true
    renew()
    const [one, two, things] = await all
    expect([one, two, things.json]).toEqual(['1', '2', []])
    expect(asked).toBe(1)
    stop()
  })

  it('fails with the server’s code when the person leaves instead', async () => {
    server.use(http.get('/api/x', () => refused('402', 'expired')))
    const stop = onSessionExpired(() => Promise.reject(new Error('left')))
    expect(await failure(request('/api/x'))).toMatchObject({ code: '402' })
    stop()
  })

  it('is an answer like any other for anonymous calls', async () => {
    server.use(http.get('/api/x', () => refused('401', 'no')))
    const stop = onSessionExpired(() => Promise.reject(new Error('must not be asked')))
    expect(await failure(request('/api/x', { anonymous: true }))).toMatchObject({ code: '401' })
    stop()
  })

  it('is given up when renewing does not help', async () => {
    let asked = 0
    server.use(http.get('/api/x', () => refused('402', 'expired')))
    const stop = onSessionExpired(() => {
      asked += 1
      return Promise.resolve()
    })
    await failure(request('/api/x'))
    expect(asked).toBe(3)
    stop()
  })
})
