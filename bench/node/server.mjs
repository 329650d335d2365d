// node-oidc-provider with the features that the benchmark compares, and nothing else.
// Usage: node server.mjs CLIENTS PORT
// Prints `ready ISSUER` once it listens. CLIENTS is what the other systems get too: an array of
// registrations (RFC 7591). It keeps everything in memory and persists nothing.

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { Memory } from './memory.mjs'

const [clientsFile, port] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const registrations = JSON.parse(readFileSync(clientsFile, 'utf8'))

// The one API that access tokens are for where they are JWTs. Its userinfo takes only opaque tokens.
const API = 'urn:cardea:bench'
const SCOPES = ['openid', 'profile', 'email', 'offline_access']
const jwtAlgorithm = new Map(
  registrations
    .filter((r) => r.cardea_access_token_format === 'jwt' && r.client_id !== 'userinfo')
    .map((r) => [r.client_id, r.cardea_access_token_signed_alg]),
)

const key = (kind, options) => ({
  ...generateKeyPairSync(kind, options).privateKey.export({ format: 'jwk' }),
  use: 'sig',
})

const provider = new Provider(issuer, {
  adapter: Memory,
  clients: registrations.map((r) => ({
    client_id: r.client_id,
    client_secret: r.client_secret,
    token_endpoint_auth_method: r.token_endpoint_auth_method,
    redirect_uris: r.redirect_uris ?? [],
    grant_types: r.grant_types,
    response_types: r.response_types ?? [],
    id_token_signed_response_alg: 'ES256',
  })),
  jwks: {
    keys: [
      { ...key('ec', { namedCurve: 'P-256' }), alg: 'ES256' },
      { ...key('rsa', { modulusLength: 2048 }), alg: 'RS256' },
      { ...key('ed25519'), alg: 'EdDSA' },
    ],
  },
  scopes: SCOPES,
  claims: {
    openid: ['sub'],
    profile: ['name', 'preferred_username', 'locale', 'updated_at'],
    email: ['email', 'email_verified'],
  },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_, client, oneOf) => oneOf ?? (jwtAlgorithm.has(client.clientId) ? API : undefined),
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource, client) => ({
        scope: '',
        audience: resource,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: jwtAlgorithm.get(client.clientId) } },
      }),
    },
  },
  interactions: { url: (_, interaction) => `/bench/sign-in/${interaction.uid}` },
  rotateRefreshToken: true,
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  // The order of the lifetimes that Cardea gives; none ends during a run.
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 600,
    ClientCredentials: 600,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  findAccount: (_, sub) => ({
    accountId: sub,
    claims: () => ({
      sub,
      name: 'Some Body',
      preferred_username: 'some.body',
      locale: 'zh',
      updated_at: 1_767_000_000,
      email: 'some.body@example.org',
      email_verified: false,
    }),
  }),
  // Nobody is asked for consent: the first authorization makes the grant.
  async loadExistingGrant({ oidc: { client, provider: { Grant }, session } }) {
    const known = session.grantIdFor(client.clientId)
    if (known) return Grant.find(known)
    const grant = new Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope(SCOPES.join(' '))
    await grant.save()
    return grant
  },
})

// Whoever is sent here to sign in has signed in.
const signIn = (request, response) =>
  provider.interactionFinished(request, response, { login: { accountId: 'some.body' } })

const serve = provider.callback()
createServer((request, response) => {
  if (request.url.startsWith('/bench/sign-in/')) {
    signIn(request, response).catch((error) => response.writeHead(500).end(String(error)))
  } else {
    serve(request, response)
  }
}).listen(Number(port), '127.0.0.1', () => process.stdout.write(`ready ${issuer}\n`))
