import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import type { Registration } from './support/demo'
import { press } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { speak } from './support/steps'
import type { Locale } from './support/words'

// A client that people are asked about, in a browser, by keyboard alone.

const USER = 'investigator'
const CLIENT = 'calendar'
const SCOPE = 'openid profile email offline_access visits.read'

const calendar = (callback: string): Registration => ({
  client_id: CLIENT,
  client_secret: randomBytes(32).toString('base64url'),
  client_name: 'Visit calendar',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  scope: SCOPE,
  cardea_consent: 'once',
})

const TEXTS = {
  zh: {
    asks: '“Visit calendar”请求您的授权',
    allow: '同意',
    deny: '拒绝',
    withdraw: '撤回',
    none: '没有应用授权',
  },
  en: {
    asks: '“Visit calendar” asks for your consent',
    allow: 'Allow',
    deny: 'Deny',
    withdraw: 'Withdraw',
    none: 'No consents',
  },
}

/** The client: it has one page. */
let server: Server
let callback: string
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>C</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  callback = `http://127.0.0.1:${address.port}/callback`
})
afterAll(() => {
  server?.close()
})
const demo = sharedDemo(() => ({ clients: [calendar(callback)] }))
const browser = sharedBrowser()

function request(locale: Locale): string {
  const query = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: callback,
    response_type: 'code',
    scope: SCOPE,
    state: 's-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ui_locales: `fr ${locale}`,
    login_hint: USER,
    display: 'popup',
  })
  return `${demo.origin}/oauth2/authorize?${query}`
}

test.each(['zh', 'en'] as const)('consent is given and taken back (%s)', async (locale) => {
  const words = TEXTS[locale]
  await visit({ browser, demo, locale, name: `consent-${locale}` }, async (at) => {
    const { page, picture } = at
    await page.goto(request(locale))
    // The page speaks the client's language and knows whom it sent.
    await expect
      .poll(() => page.locator('html').getAttribute('lang'))
      .toMatch(new RegExp(`^${locale}`))
    await expect.poll(() => page.locator('input[name=username]').inputValue()).toBe(USER)
    await page.locator('input[name=password]').focus()
    await page.keyboard.type(demo.password)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: words.asks }).waitFor()
    await accessible(page)
    await picture('consent')
    await press(page, words.deny)
    await page.waitForURL(`${callback}?*error=access_denied*`)

    await page.goto(request(locale))
    await press(page, words.allow)
    await page.waitForURL(`${callback}?code=*`)
    await page.goto(request(locale))
    await page.waitForURL(`${callback}?code=*`)

    await page.goto(`${demo.origin}/account/consents`)
    // What a client said of the language was for its own sign-in.
    await speak(at)
    await page.getByRole('heading', { name: 'Visit calendar' }).waitFor()
    await accessible(page)
    await press(page, words.withdraw)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: words.withdraw, exact: true }).press('Enter')
    await page.getByRole('heading', { name: words.none }).waitFor()
    await page.goto(request(locale))
    await page.getByRole('heading', { name: words.asks }).waitFor()
  })
})
