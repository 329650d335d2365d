import { randomBytes } from 'node:crypto'
import * as oidc from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import { Caller } from './support/caller'
import type { Registration } from './support/demo'
import { sharedDemo } from './support/shared'

// A relying party that this project did not write, and that is strict about what it accepts.

/** Nobody listens there: the test takes the answer from the redirect. */
const REDIRECT_URI = 'http://127.0.0.1:9/callback'
const SCOPE = 'openid profile email'
const USER = 'investigator'

const registration: Registration = {
  client_id: 'relying-party-test',
  client_secret: randomBytes(32).toString('base64url'),
  client_name: 'Relying party of a test',
  redirect_uris: [REDIRECT_URI],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  scope: SCOPE,
}

const demo = sharedDemo({ clients: [registration] })
let provider: oidc.Configuration

beforeAll(async () => {
  const { client_id, client_secret } = registration
  provider = await oidc.discovery(
    new URL(demo.origin),
    client_id,
    undefined,
    oidc.ClientSecretBasic(client_secret),
    // Loopback speaks http.
    { execute: [oidc.allowInsecureRequests] },
  )
  // Without this the library trusts the connection and skips the signature of the ID token.
  oidc.enableNonRepudiationChecks(provider)
})

/** An authorisation response, with what is needed to redeem its code. */
interface Arrival {
  callback: URL
  checks: oidc.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string }
}

/** From the relying party to the sign-in page and back, with a code. */
async function arrive(): Promise<Arrival> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const expectedState = oidc.randomState()
  const expectedNonce = oidc.randomNonce()
  const request = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })
  const caller = new Caller(demo.origin)
  const signInPage = await caller.followTo(`${demo.origin}/signIn/index?`, request.href)
  const returnTo = signInPage.searchParams.get('returnTo')
  expect(returnTo, 'the sign-in page is told where to go on to').toBeTruthy()

  const { redirect } = await caller.signIn(USER, demo.password, returnTo ?? '')
  expect(redirect, 'the sign-in repeats where to go on to').toBeTruthy()
  const callback = await caller.followTo(REDIRECT_URI, redirect ?? '')
  return {
    callback,
    checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
  }
}

test('the code flow with PKCE ends with a verified ID token and userinfo', async () => {
  const { callback, checks } = await arrive()
  const tokens = await oidc.authorizationCodeGrant(provider, callback, checks)

  const claims = tokens.claims()
  expect(claims).toMatchObject({
    iss: provider.serverMetadata().issuer,
    aud: registration.client_id,
  })
  expect(tokens.token_type).toBe('bearer')
  const subject = claims?.sub ?? ''
  const user = await oidc.fetchUserInfo(provider, tokens.access_token, subject)
  expect(user).toMatchObject({ sub: subject, preferred_username: USER })
  expect(user.email).toMatch(/@/)
})

test('a session that is there already needs no second sign-in', async () => {
  const caller = new Caller(demo.origin)
  await caller.signIn(USER, demo.password)
  const verifier = oidc.randomPKCECodeVerifier()
  const request = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const callback = await caller.followTo(REDIRECT_URI, request.href)
  expect(callback.searchParams.get('code')).toBeTruthy()
})

test('a code is not redeemed with another verifier', async () => {
  const { callback, checks } = await arrive()
  const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
  await expect(oidc.authorizationCodeGrant(provider, callback, wrong)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a code is redeemed once', async () => {
  const { callback, checks } = await arrive()
  await oidc.authorizationCodeGrant(provider, callback, checks)
  await expect(oidc.authorizationCodeGrant(provider, callback, checks)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a redirect_uri that is not registered is never gone to', async () => {
  const request = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: `${REDIRECT_URI}/other`,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  const caller = new Caller(demo.origin)
  await caller.signIn(USER, demo.password)
  const response = await caller.fetch(request.href)
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
})
