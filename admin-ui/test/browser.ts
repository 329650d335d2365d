import { cleanup } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { setLocale } from '../src/shared/i18n'
import { present } from '../src/shared/presence'
import { browser, disown } from '../src/shared/session'
import { forgetAll } from './window'

export { setCookie } from './window'

/** The request interceptor of the tests of `shared` and `portal`. */
export const server = setupServer()

/** Addresses that the page left for by loading them, in order. */
export const left: string[] = []

/**
 * Gives each test of a file a fresh browser (storage, cookies, language) and a server that answers
 * only what the test says, and fails a test that leaves an error or warning on the console.
 */
export function freshBrowser(): void {
  const said: unknown[][] = []
  let watched: MockInstance[] = []
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterAll(() => server.close())
  beforeEach(() => {
    said.length = 0
    left.length = 0
    forgetAll()
    setLocale('en')
    setLocale('zh')
    disown()
    present(60_000)
    vi.spyOn(browser, 'assign').mockImplementation((address) => void left.push(address))
    watched = (['error', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words)),
    )
  })
  afterEach(() => {
    cleanup()
    server.resetHandlers()
    for (const watch of watched) watch.mockRestore()
    expect(said).toEqual([])
  })
}

/** A documented call's successful answer. */
export const ok = (data: JsonBodyType, headers: Record<string, string> = {}) =>
  HttpResponse.json({ code: '200', message: 'ok', data, success: true, isOk: true }, { headers })

/** A documented call's refusal, HTTP 200 as the contract has it. */
export const refused = (code: string, message: string, more: Record<string, JsonBodyType> = {}) =>
  HttpResponse.json({
    code,
    message,
    data: null,
    success: false,
    isOk: false,
    requestId: 'req-1',
    ...more,
  })

/** What every page of the portal asks on its own. */
export const surroundings = [
  http.get('/api/sys/federation/providers', () => ok([])),
  http.get('/api/sys/user/software', () => ok([])),
  http.get('/api/account/preauthorised', () => ok({ list: [], keyed: null, problem: null })),
  http.get('/api/sys/branding', () =>
    ok({
      title: 'Brand',
      systemName: 'Brand system',
      systemAbbr: 'Brand',
      logo: null,
      accent: '#336699',
      copyright: '© Brand',
      filing: null,
    }),
  ),
  http.get('/api/sys/passwordRules', () =>
    ok({
      profile: 'mlps3',
      minLength: 8,
      maxLength: 16,
      composed: true,
      history: 5,
      message: '8-16位,须同时包含大小写字母、数字',
    }),
  ),
  http.get('/api/base/language/type', () =>
    ok([
      { language: 'zh', desc: '中文', icon: 'zh' },
      { language: 'en', desc: 'English', icon: 'en' },
      { language: 'xx', desc: 'No texts for this one', icon: 'xx' },
    ]),
  ),
]

export const lin = {
  id: 'u1',
  userName: 'lin.wei',
  fullName: '林伟',
  email: 'lin@example.org',
  phone: '13800000000',
  remark: null,
  language: 'zh',
  tenantId: 't1',
  tenantName: '仁和',
  menuList: [],
}
