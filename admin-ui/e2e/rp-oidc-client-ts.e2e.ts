import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { SigninResponse, User, UserManager, UserManagerSettings } from 'oidc-client-ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { speak } from './support/steps'
import { WORDS } from './support/words'

// A single-page application of another origin with a library that this project did not write: a public
// client in a real browser, with PKCE, cross-origin calls, refresh tokens and sign-out.

const CLIENT_ID = 'single-page-application'
const USER = 'investigator'
const LIBRARY = createRequire(import.meta.url)
  .resolve('oidc-client-ts')
  .replace(/dist[/\\].*$/, 'dist/browser/oidc-client-ts.min.js')

/** What the application's pages know. */
declare global {
  interface Window {
    oidc: { UserManager: new (settings: UserManagerSettings) => UserManager }
    manager: UserManager
  }
}

let application: Server
let home: string

beforeAll(async () => {
  const library = await readFile(LIBRARY)
  application = createServer((request, response) => {
    const script = request.url === '/library.js'
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8')
    // Without an icon of its own the browser asks for one and complains.
    const page = '<!doctype html><link rel="icon" href="data:,"><script src="/library.js"></script>'
    response.end(script ? library : page)
  })
  await new Promise<void>((listening) => application.listen(0, '127.0.0.1', listening))
  home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`
})
afterAll(() => {
  application?.close()
})
const demo = sharedDemo(() => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_name: 'Single-page application of a test',
      token_endpoint_auth_method: 'none',
      redirect_uris: [`${home}/callback`],
      post_logout_redirect_uris: [`${home}/bye`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid profile email offline_access',
    },
  ],
}))
const browser = sharedBrowser()

/** On a page of the application: its user manager, which keeps its state in the tab. */
function manage(page: Page): Promise<void> {
  const settings: UserManagerSettings = {
    authority: demo.origin,
    client_id: CLIENT_ID,
    redirect_uri: `${home}/callback`,
    post_logout_redirect_uri: `${home}/bye`,
    scope: 'openid profile email offline_access',
    loadUserInfo: true,
  }
  return page.evaluate((known) => {
    window.manager = new window.oidc.UserManager(known)
  }, settings)
}

const signInAgain = (page: Page) =>
  page.evaluate(async () => {
    const user = (await window.manager.signinSilent()) as User
    return { access: user.access_token, refresh: user.refresh_token, sub: user.profile.sub }
  })

test('signs in, refreshes and signs out', () =>
  visit({ browser, demo, locale: 'en', name: 'rp-oidc-client-ts' }, async (it) => {
    const { page } = it
    const words = WORDS.en
    await page.goto(home)
    await manage(page)
    await page.evaluate(() => void window.manager.signinRedirect())
    await page.waitForURL(`${demo.origin}/signIn/index*`)
    await speak(it)
    await page.getByLabel(words.userName, { exact: true }).fill(USER)
    await page.getByLabel(words.password, { exact: true }).fill(demo.password)
    await page.getByRole('button', { name: words.signIn, exact: true }).click()
    await page.waitForURL(`${home}/callback?*`)
    await manage(page)
    const user = await page.evaluate(async () => {
      const answer = (await window.manager.signinRedirectCallback()) as User & SigninResponse
      const { access_token: access, refresh_token: refresh, profile } = answer
      return { access, refresh, profile }
    })
    expect(user.profile).toMatchObject({ preferred_username: USER, iss: demo.origin })
    expect(user.profile.email).toMatch(/@/)
    expect(user.refresh, 'a refresh token').toBeTruthy()

    const first = await signInAgain(page)
    const second = await signInAgain(page)
    expect(first.sub).toBe(user.profile.sub)
    expect(new Set([user.access, first.access, second.access]).size).toBe(3)
    expect(new Set([user.refresh, first.refresh, second.refresh]).size, 'rotated').toBe(3)

    await page.evaluate(() => void window.manager.signoutRedirect())
    await page.waitForURL(`${home}/bye*`)
    await page.goto(`${demo.origin}/`)
    await page.waitForURL('**/signIn/index*')
  }))
