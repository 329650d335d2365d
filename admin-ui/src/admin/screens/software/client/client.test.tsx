import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { describe, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import {
  filterOf,
  freshBrowser,
  listing,
  openConsole,
  refusal,
  startServer,
  watchConsole,
} from '../../../testing'
import { cleaned } from './form'
import { objectOf } from './inputs'

watchConsole()
freshBrowser()
const server = startServer()

const ADDRESS = '/index/software/client'
const EDC = {
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
function serve() {
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
const line = (label: RegExp) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })

describe('the list of clients', () => {
  it('shows each with a link, and is searched on the server', async () => {
    serve()
    const { user, router } = openConsole(ADDRESS)
    const link = await screen.findByRole('link', { name: 'EDC' })
    expect(link.getAttribute('href')).toBe('/index/software/client/edc')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Clients')
    const columns = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(columns).toEqual(['Name', 'Client ID', 'Method', 'Profile', 'Changed'])
    expect(screen.getByRole('cell', { name: 'FAPI 2.0' })).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: /search/i }), 'SPA')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'EDC' })).toBeNull())
    expect(decodeURIComponent(router.state.location.search)).toContain('{"q":"SPA"}')
  })

  it('speaks Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole(ADDRESS)
    await screen.findByRole('link', { name: 'EDC' })
    const columns = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(columns).toEqual(['名称', '客户端 ID', '认证方式', '安全规范', '修改时间'])
    expect(screen.getByRole('button', { name: '初始访问令牌' })).toBeDefined()
  })
})

describe('the form of a client', () => {
  it('registers one, and shows its secret once before it goes on', async () => {
    const written = serve()
    const { user, router } = openConsole(`${ADDRESS}/create`)
    await user.type(await line(/^Name/), 'Portal')
    await user.type(
      await line(/^Redirect addresses/),
      'https://a.example/cb\n\n https://b.example/cb ',
    )
    await user.click(screen.getByText('Save'))
    const dialog = await screen.findByRole('dialog', { name: 'Keep it now' })
    expect(within(dialog).getByRole('button', { name: 'Copy made-secret' })).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog'), 'nothing but the button closes it').toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'I have kept it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS))
    expect(written).toHaveLength(1)
    expect(written[0]?.body).toMatchObject({
      client_name: 'Portal',
      redirect_uris: ['https://a.example/cb', 'https://b.example/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic',
      cardea_consent: 'never',
      cardea_pkce: 'required',
    })
  })

  it('sends what it read with the version, and what the domain gives is only shown', async () => {
    const written = serve()
    const { user, router } = openConsole(`${ADDRESS}/edc`)
    await user.type(await line(/^Name/), ' 2')
    expect(await screen.findByText('https://bound.example.org/cb')).toBeDefined()
    await user.click(screen.getByLabelText('Pushed requests only'))
    await user.click(screen.getByLabelText('Refresh tokens'))
    // A list of scopes that is pasted line by line is one value all the same.
    await user.type(await line(/^Scopes/), '{Enter}phone')
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS))
    expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /api/admin/clients/edc',
    ])
    expect(written[0]?.body).toMatchObject({
      version: 3,
      client_name: 'EDC 2',
      redirect_uris: EDC.redirect_uris,
      scope: 'openid email phone',
      require_pushed_authorization_requests: true,
      grant_types: ['authorization_code', 'refresh_token'],
      cardea_tenant_domain_id: 'd1',
    })
  })

  it('says what it means that a client may issue sign-in codes, and sends it', async () => {
    const written = serve()
    const { user } = openConsole(`${ADDRESS}/edc`)
    const flag = await line(/^May issue sign-in codes/)
    expect(flag.checked).toBe(false)
    expect(screen.getByText(/sign in anybody .* without a password/)).toBeDefined()
    await user.click(flag)
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]?.body).toMatchObject({ version: 3, cardea_sso_code: true })
  })

  it('says in the field what an algorithm means that nobody chose', async () => {
    serve()
    openConsole(`${ADDRESS}/edc`)
    const shown = async (name: string) =>
      (await screen.findByRole('combobox', { name })).textContent
    expect(await shown('Signature of assertions')).toBe('Any that is supported')
    expect(await shown('Signature of user information')).toBe('Not signed')
    expect(await shown('Signature of answers')).toBe('Default')
  })

  it('chooses the system with the domain', async () => {
    const written = serve()
    const { user } = openConsole(`${ADDRESS}/edc`)
    await user.click(await screen.findByRole('combobox', { name: 'Domain' }))
    await user.click(await screen.findByRole('option', { name: /^Supply/ }))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'System' }).textContent).toBe('RTSM system'),
    )
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]?.body).toMatchObject({
      cardea_tenant_domain_id: 'd2',
      cardea_software_id: 's2',
    })
  })

  it('has every member that a client has', async () => {
    serve()
    openConsole(`${ADDRESS}/create`)
    await line(/^Name/)
    await screen.findByRole('combobox', { name: 'Tenant' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
    expect(headings).toEqual([
      'General',
      'Catalogue and tenant',
      'Addresses',
      'Authentication',
      'Grants and requests',
      'Tokens',
      'Sign-out',
    ])
    const roles = ['textbox', 'combobox', 'spinbutton', 'checkbox', 'switch'] as const
    const inputs = roles.flatMap((role) => screen.getAllByRole(role))
    // 5 boxes are the grants; they are one member.
    expect(inputs.length - 4).toBe(49)
  })

  it('puts the server’s complaints on their fields', async () => {
    serve()
    server.use(
      http.put('/api/admin/clients/edc', () =>
        refusal(422, {
          message: 'Invalid',
          errors: { redirect_uris: 'must hold at least one', jwks_uri: 'must be https' },
        }),
      ),
    )
    const { user } = openConsole(`${ADDRESS}/edc`)
    await user.type(await line(/^Name/), '!')
    await user.click(screen.getByText('Save'))
    expect(await screen.findByText('must hold at least one')).toBeDefined()
    expect((await line(/^Redirect addresses/)).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('must be https')).toBeDefined()
  })

  it('takes public keys as JSON alone', async () => {
    const written = serve()
    const { user } = openConsole(`${ADDRESS}/edc`)
    const keys = await line(/^Public keys/)
    await user.click(keys)
    await user.paste('{"keys":')
    await user.click(screen.getByText('Save'))
    expect(await screen.findByText('This is not a JSON object.')).toBeDefined()
    expect(written).toEqual([])
    await user.click(keys)
    await user.paste('[]}')
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]?.body).toMatchObject({ jwks: { keys: [] } })
  })
})

describe('the secrets of a client', () => {
  it('are replaced with overlap, and shown once', async () => {
    const written = serve()
    const { user } = openConsole(`${ADDRESS}/edc`)
    await user.click(await screen.findByRole('button', { name: 'New secret' }))
    const dialog = await screen.findByRole('dialog', { name: 'New secret' })
    await user.click(within(dialog).getByRole('combobox', { name: 'They end' }))
    await user.click(await screen.findByRole('option', { name: 'after a day' }))
    await user.click(within(dialog).getByRole('button', { name: 'Make' }))
    const once = await screen.findByRole('dialog', { name: 'Keep it now' })
    expect(within(once).getByText('second-secret')).toBeDefined()
    await user.click(within(once).getByRole('button', { name: 'I have kept it' }))
    await waitFor(() => expect(screen.queryByText('second-secret')).toBeNull())
    expect(await screen.findAllByRole('button', { name: /^Delete the secret of/ })).toHaveLength(2)
    expect(written).toEqual([
      {
        method: 'POST',
        path: '/api/admin/clients/edc/secrets',
        body: { overlapSeconds: 86_400 },
      },
    ])
  })

  it('are deleted only after a question, and say why they are not', async () => {
    const written = serve()
    const { user } = openConsole(`${ADDRESS}/edc`)
    const remove = () => screen.findByRole('button', { name: /^Delete the secret of/ })
    await user.click(await remove())
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }),
    )
    expect(written).toEqual([])
    server.use(
      http.delete(
        '/api/admin/clients/edc/secrets/k1',
        () => refusal(422, { message: 'the only secret without an end' }),
        { once: true },
      ),
    )
    await user.click(await remove())
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('the only secret without an end')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written.map(({ method }) => method)).toEqual(['DELETE'])
  })
})

describe('initial access tokens', () => {
  it('are made, shown once, and taken back', async () => {
    serve()
    const asked: unknown[] = []
    const token = (id: string, rest: object) => ({
      id,
      note: `Token ${id}`,
      uses: 5,
      used: 2,
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2999-01-01T00:00:00.000Z',
      revokedAt: null,
      ...rest,
    })
    const tokens = [token('a', {}), token('b', { revokedAt: '2026-01-02T00:00:00.000Z' })]
    server.use(
      http.get('/api/admin/initial-access-tokens', () => listing(tokens as never[])),
      http.post('/api/admin/initial-access-tokens', async ({ request }) => {
        asked.push(await request.json())
        tokens.push(token('c', {}))
        return HttpResponse.json({ ...token('c', {}), initialAccessToken: 'iat' }, { status: 201 })
      }),
      http.delete('/api/admin/initial-access-tokens/a', () => {
        tokens.splice(0, 1, token('a', { revokedAt: '2026-01-03T00:00:00.000Z' }))
        return HttpResponse.json(tokens[0])
      }),
    )
    const { user } = openConsole(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Initial access tokens' }))
    const dialog = await screen.findByRole('dialog', { name: 'Initial access tokens' })
    expect(await within(dialog).findAllByText('2 of 5 used')).toHaveLength(2)
    expect(within(dialog).getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Revoke: Token a' }))
    await waitFor(() => expect(within(dialog).getAllByText('revoked')).toHaveLength(2))
    await user.type(within(dialog).getByRole('textbox', { name: 'For whom' }), 'CI')
    await user.click(within(dialog).getByRole('button', { name: 'New token' }))
    const once = await screen.findByRole('dialog', { name: 'Keep it now' })
    await user.click(within(once).getByRole('button', { name: 'I have kept it' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keep it now' })).toBeNull())
    expect(asked).toEqual([{ note: 'CI', uses: 1, expiresInSeconds: 86_400, pkce: 'required' }])
  })
})

describe('what is sent', () => {
  it('has no empty lines, no secret, and keys as an object', () => {
    expect(
      cleaned({
        redirect_uris: [' a ', '', 'b'],
        jwks: '{"keys":[]}',
        client_secret: 'x',
        scope: ' ',
      }),
    ).toEqual({ redirect_uris: ['a', 'b'], jwks: { keys: [] }, scope: ' ' })
    expect(cleaned({ jwks: '' })).toEqual({ jwks: null })
  })

  it.each([
    ['{}', true],
    ['[]', false],
    ['null', false],
    ['{', false],
  ])('judges %s', (text, fine) => expect(objectOf(text) !== undefined).toBe(fine))
})
