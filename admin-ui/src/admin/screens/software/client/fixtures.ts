import { screen } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import type { SetupServer } from 'msw/node'
import { filterOf, listing } from '../../../testing'

export const ADDRESS = '/index/software/client'
export const EDC = {
  id: 'edc',
  version: 3,
  client_id: 'edc',
  client_name: 'EDC',
  application_type: 'web',
  token_endpoint_auth_method: 'client_secret_basic',
  redirect_uris: ['https://edc.example.org/cb', 'https://edc.example.org/silent'],
  post_logout_redirect_uris: [],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  scope: 'openid email',
  cardea_software_id: 's1',
  cardea_tenant_id: 't1',
  cardea_tenant_domain_id: 'd1',
  cardea_profile: 'standard',
  cardea_pkce: 'required',
  cardea_consent: 'never',
  cardea_access_token_format: 'jwt',
  cardea_access_token_signed_alg: 'ES256',
  id_token_signed_response_alg: 'ES256',
  subject_type: 'public',
  require_auth_time: false,
  require_signed_request_object: false,
  frontchannel_logout_session_required: false,
  backchannel_logout_session_required: false,
  require_pushed_authorization_requests: false,
  dpop_bound_access_tokens: false,
  bound: {
    redirect_uris: ['https://bound.example.org/cb'],
    post_logout_redirect_uris: [],
    initiate_login_uri: null,
  },
  dynamic: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
}
const SPA = { ...EDC, id: 'spa', client_id: 'spa', client_name: 'SPA', cardea_profile: 'fapi2' }
const CHOICES = {
  software: [
    { id: 's1', softwareName: 'EDC system' },
    { id: 's2', softwareName: 'RTSM system' },
  ],
  domains: [
    { id: 'd1', urlName: 'Main', websiteUrl: 'https://edc.example.org', softwareId: 's1' },
    { id: 'd2', urlName: 'Supply', websiteUrl: 'https://rtsm.example.org', softwareId: 's2' },
  ],
}

/** The screen's server; what was written to it. */
export function serve(server: SetupServer) {
  const written: { method: string; path: string; body: unknown }[] = []
  const secrets: JsonBodyType[] = [
    { id: 'k1', createdAt: '2026-01-01T00:00:00.000Z', expiresAt: null },
  ]
  const note = async (request: Request) => {
    const text = await request.text()
    const { pathname: path } = new URL(request.url)
    written.push({ method: request.method, path, body: text ? JSON.parse(text) : undefined })
  }
  server.use(
    http.get('/api/admin/clients', ({ request }) => {
      const { q } = filterOf(request)
      return listing([EDC, SPA].filter((client) => !q || client.client_name.includes(String(q))))
    }),
    http.get('/api/admin/clients/edc', () => HttpResponse.json(EDC)),
    http.get('/api/admin/client-choices', ({ request }) => {
      const tenant = new URL(request.url).searchParams.get('tenantId')
      return HttpResponse.json(tenant ? CHOICES : { ...CHOICES, domains: [] })
    }),
    http.post('/api/admin/clients', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ ...EDC, id: 'new', client_secret: 'made-secret' }, { status: 201 })
    }),
    http.put('/api/admin/clients/edc', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ ...EDC, version: 4 })
    }),
    http.get('/api/admin/clients/edc/secrets', () => HttpResponse.json(secrets)),
    http.post('/api/admin/clients/edc/secrets', async ({ request }) => {
      await note(request)
      const secret = { id: 'k2', createdAt: '2026-01-03T00:00:00.000Z', expiresAt: null }
      secrets.push(secret)
      return HttpResponse.json({ ...secret, clientSecret: 'second-secret' }, { status: 201 })
    }),
    http.delete('/api/admin/clients/edc/secrets/k1', async ({ request }) => {
      await note(request)
      return HttpResponse.json(secrets.shift())
    }),
  )
  return written
}

/** By its label alone: finding by role reads the whole of a long form each time. */
export const line = (label: RegExp) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
