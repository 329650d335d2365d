import { http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshBrowser, ok, server } from '../../test/browser'
import { adminFetch, onActivity, onProblem, request } from './http'
import { isBackground, present } from './presence'

let round = 1
freshBrowser()
beforeEach(() => {
  // Behind whatever counted as work before.
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  round += 1
  vi.advanceTimersByTime(600_000 * round)
  present()
})
afterEach(() => vi.useRealTimers())

/** Calls the server in both ways; answers what it was told of each. */
async function told(): Promise<(string | null)[]> {
  const marks: (string | null)[] = []
  const noted = ({ request: sent }: { request: Request }) => {
    marks.push(sent.headers.get('x-background'))
    return ok([])
  }
  server.use(http.get('/api/x', noted), http.get('/api/admin/x', noted))
  await request('/api/x')
  await adminFetch('/api/admin/x')
  return marks
}

it('tells the server what nobody asked for by hand', async () => {
  expect(await told()).toEqual([null, null])
  vi.advanceTimersByTime(10_001)
  expect(await told()).toEqual(['1', '1'])
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  vi.advanceTimersByTime(2_999)
  expect(await told()).toEqual([null, null])
  vi.advanceTimersByTime(2)
  expect(await told()).toEqual(['1', '1'])
})

it.each(['keydown', 'click', 'input', 'wheel', 'drop', 'popstate'])('takes %s for work', (kind) => {
  vi.advanceTimersByTime(10_001)
  expect(isBackground()).toBe(true)
  window.dispatchEvent(new Event(kind))
  expect(isBackground()).toBe(false)
})

it('does not take the pointer that passes over, or the page that is looked at, for work', () => {
  vi.advanceTimersByTime(10_001)
  for (const kind of ['pointermove', 'mousemove', 'focus', 'visibilitychange', 'scroll']) {
    window.dispatchEvent(new Event(kind))
  }
  expect(isBackground()).toBe(true)
})

it('covers no page and says nothing over it while nobody is there', async () => {
  const seen: unknown[] = []
  const stops = [onActivity((n) => seen.push(n)), onProblem((problem) => seen.push(problem.code))]
  server.use(http.get('/api/admin/x', () => Response.json({ code: 'internal' }, { status: 500 })))
  const fails = () => adminFetch('/api/admin/x').catch(() => undefined)
  await fails()
  expect(seen).toEqual([1, 'internal', 0])
  vi.advanceTimersByTime(10_001)
  await fails()
  expect(seen).toHaveLength(3)
  for (const stop of stops) stop()
})
