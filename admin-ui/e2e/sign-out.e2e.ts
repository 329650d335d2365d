import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visit } from './support/browser'
import type { Registration } from './support/demo'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signInAtPage } from './support/steps'
import { LOCALES, WORDS } from './support/words'

// A client signs somebody out: the browser tells its neighbours by frames, the server by calls, and
// the browser comes back.

const USER = 'admin'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** A relying party in this process: what it was asked for, oldest first. */
interface RelyingParty {
  origin: string
  asked: { path: string; query: URLSearchParams; body: string }[]
  server: Server
}

async function startRelyingParty(): Promise<RelyingParty> {
  const asked: RelyingParty['asked'] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://rp')
    asked.push({ path: url.pathname, query: url.searchParams, body: await bodyOf(request) })
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>RP</title>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { origin: `http://127.0.0.1:${address.port}`, asked, server }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

const registration = (origin: string): Registration => ({
  client_id: 'sign-out-test',
  client_secret: randomBytes(32).toString('base64url'),
  client_name: 'Sign-out test',
  redirect_uris: [`${origin}/callback`],
  post_logout_redirect_uris: [`${origin}/bye`],
  frontchannel_logout_uri: `${origin}/front`,
  frontchannel_logout_session_required: true,
  backchannel_logout_uri: `${origin}/back`,
  backchannel_logout_session_required: true,
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  scope: 'openid',
})

const browser = sharedBrowser()

describe.each(LOCALES)('signing out, in %s', (locale) => {
  const words = WORDS[locale]
  let rp: RelyingParty
  let client: Registration
  afterAll(() => {
    rp?.server.closeAllConnections()
    rp?.server.close()
  })
  const demo = sharedDemo(async () => {
    rp = await startRelyingParty()
    client = registration(rp.origin)
    return { clients: [client] }
  })
  let provider: oidc.Configuration
  beforeAll(async () => {
    provider = await oidc.discovery(
      new URL(demo.origin),
      client.client_id,
      undefined,
      oidc.ClientSecretBasic(client.client_secret),
      { execute: [oidc.allowInsecureRequests] },
    )
  })

  test('reaches the client by frame and by call, and leads back to it', () =>
    visit({ browser, demo, locale, name: `sign-out-${locale}` }, async (it) => {
      const { page } = it
      await signInAtPage(it, USER, demo.password)
      const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      const request = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: `${rp.origin}/callback`,
        scope: 'openid',
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
      await page.goto(request.href)
      await page.waitForURL(`${rp.origin}/callback?*`)
      const tokens = await oidc.authorizationCodeGrant(provider, new URL(page.url()), {
        pkceCodeVerifier,
        idTokenExpected: true,
      })
      const { sid, sub } = tokens.claims() as oidc.IDToken

      const away = oidc.buildEndSessionUrl(provider, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: `${rp.origin}/bye`,
        state: 'st&te',
      })
      await page.goto(away.href)
      await page.waitForURL(`${rp.origin}/bye?*`)
      expect(new URL(page.url()).searchParams.get('state')).toBe('st&te')

      const front = rp.asked.filter((each) => each.path === '/front')
      expect(front).toHaveLength(1)
      expect(Object.fromEntries(front[0]?.query ?? [])).toEqual({ iss: demo.origin, sid })

      await expect.poll(() => rp.asked.some((each) => each.path === '/back')).toBe(true)
      const back = rp.asked.find((each) => each.path === '/back')
      const token = new URLSearchParams(back?.body).get('logout_token') ?? ''
      const keys = createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri ?? ''))
      const { payload } = await jwtVerify(token, keys, {
        issuer: demo.origin,
        audience: 'sign-out-test',
        typ: 'logout+jwt',
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      })
      expect(payload).toMatchObject({ sid, sub, events: { [EVENT]: {} } })
      expect(payload).not.toHaveProperty('nonce')

      // Nobody is signed in any more; the administrator, back again, sees that the client knows.
      await signInAtPage(it, USER, demo.password)
      await openScreen(it, 'software/logoutNotice')
      const row = page.getByRole('row').filter({ hasText: 'Sign-out test' })
      await row.getByText(words.delivered).waitFor()
      await it.picture('sign-out-notices')
    }))
})
