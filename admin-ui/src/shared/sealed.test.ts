import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server } from '../../test/browser'

freshBrowser()

const KEYS = { one: 'A'.repeat(43), other: `B${'A'.repeat(42)}` }
const PLACE = 'cardea.loginName'

/** The modules as a page that was just loaded has them, in a browser with this key. */
async function page(key: string | null = KEYS.one, cookieDomain: string | null = null) {
  vi.resetModules()
  server.use(
    http.get('/api/sys/browserKey', () => (key ? ok({ key }) : refused('503', 'busy'))),
    http.get('/api/sys/branding', () =>
      ok({ title: 'x', browser: { encrypted: true, cookieDomain } }),
    ),
  )
  return {
    sealed: await import('./sealed'),
    storage: await import('./storage'),
    cookies: await import('./helperCookie'),
  }
}

beforeEach(() => localStorage.clear())

describe('values that are encrypted', () => {
  it('open in their place and browser, and nowhere else', async () => {
    const { sealed } = await page()
    const value = await sealed.seal(PLACE, '林伟')
    expect(value).toMatch(/^~[\w-]{40,}$/)
    expect(await sealed.seal(PLACE, '林伟')).not.toBe(value)
    expect(await sealed.open(PLACE, value)).toBe('林伟')
    expect(await sealed.open('cardea.other', value)).toBeNull()
    // In the middle: the last letter of base64url may hold bits that stand for nothing.
    const edited = value.slice(0, 20) + (value[20] === 'A' ? 'B' : 'A') + value.slice(21)
    for (const wrong of [edited, '~', '~!', '', value.slice(1), value.slice(0, 20)]) {
      expect(await sealed.open(PLACE, wrong)).toBeNull()
    }
    const elsewhere = await page(KEYS.other)
    expect(await elsewhere.sealed.open(PLACE, value)).toBeNull()
  })

  it('are what the store holds, and what was there before becomes so', async () => {
    localStorage.setItem(PLACE, 'lin.wei')
    localStorage.setItem('cardea.language', 'en')
    const first = await page()
    await first.sealed.install()
    expect(first.storage.recall('loginName')).toBe('lin.wei')
    expect(localStorage.getItem(PLACE)).toMatch(/^~/)
    first.storage.remember('loginName', 'zhang')
    expect(first.storage.recall('loginName')).toBe('zhang')
    first.storage.remember('language', 'zh')
    expect(localStorage.getItem('cardea.language')).toBe('zh')
    await vi.waitFor(() => expect(localStorage.getItem(PLACE)).toMatch(/^~/))
    const next = await page()
    await next.sealed.install()
    expect(next.storage.recall('loginName')).toBe('zhang')
  })

  it('are forgotten where they do not open, and never kept in the clear', async () => {
    const { sealed } = await page()
    localStorage.setItem(PLACE, await sealed.seal(PLACE, 'lin.wei'))
    const stranger = await page(KEYS.other)
    await stranger.sealed.install()
    expect(stranger.storage.recall('loginName')).toBe('')
    expect(localStorage.getItem(PLACE)).toBeNull()
    const without = await page(null)
    localStorage.setItem(PLACE, 'lin.wei')
    await without.sealed.install()
    expect(localStorage.getItem(PLACE)).toBeNull()
    without.storage.remember('loginName', 'zhang')
    expect(localStorage.getItem(PLACE)).toBeNull()
  })

  it('are in helper cookies too', async () => {
    const { cookies } = await page()
    await cookies.leaveHint('cardea_y', { t: 'tenant-1' }, 60)
    expect(document.cookie).toMatch(/cardea_y=~/)
    expect(document.cookie).not.toContain('tenant-1')
    expect(await cookies.readHint('cardea_y')).toEqual({ t: 'tenant-1' })
  })
})

describe('the domain of helper cookies', () => {
  it('is the one that the deployment shares them with', async () => {
    const { cookies } = await page(KEYS.one, 'example.org')
    const written = vi.spyOn(document, 'cookie', 'set')
    await cookies.leaveHint('cardea_z', { t: '1' }, 60)
    expect(written.mock.calls[0]?.[0]).toMatch(
      /; Path=\/; Max-Age=60; SameSite=Lax; Domain=example\.org/,
    )
    written.mockRestore()
  })
})
