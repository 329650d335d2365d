import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { openConsole, refusal, savedMeanwhile, startConsole } from '../../../testing'
import { ADDRESS, EDC, line, serve } from './fixtures'
import { cleaned } from './form'
import { objectOf } from './inputs'
import { MEMBERS } from './readable'

const server = startConsole()

describe('the form of a client', () => {
  it('registers one, and shows its secret once before it goes on', async () => {
    const written = serve(server)
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
    const written = serve(server)
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
    const written = serve(server)
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
    serve(server)
    openConsole(`${ADDRESS}/edc`)
    const shown = async (name: string) =>
      (await screen.findByRole('combobox', { name })).textContent
    expect(await shown('Signature of assertions')).toBe('Any that is supported')
    expect(await shown('Signature of user information')).toBe('Not signed')
    expect(await shown('Signature of answers')).toBe('Default')
  })

  it('chooses the system with the domain', async () => {
    const written = serve(server)
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
    serve(server)
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
    expect(inputs.length - 4).toBe(51)
  })

  it('puts the server’s complaints on their fields', async () => {
    serve(server)
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

  it('shows in words what a faster colleague did, and saves what is chosen', async () => {
    serve(server)
    const { user, router } = openConsole(`${ADDRESS}/edc`)
    await user.type(await line(/^Redirect addresses/), '{Enter}https://new.example.org/cb')
    await user.click(await screen.findByRole('combobox', { name: 'Domain' }))
    await user.click(await screen.findByRole('option', { name: /^Supply/ }))
    const sent = savedMeanwhile(server, '/api/admin/clients/edc', {
      ...EDC,
      version: 4,
      redirect_uris: ['https://theirs.example.org/cb'],
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_method: 'none',
      request_object_signing_alg: 'ES256',
      userinfo_signed_response_alg: null,
      cardea_software_id: null,
      cardea_tenant_id: 't2',
      response_types: ['code', 'none'],
    })
    await user.click(screen.getByText('Save'))
    const shown = within(await screen.findByRole('alert'))
    await shown.findByText('Contoso')
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Tenant: Contoso',
      'Method: None: a public client',
      'Grants: Sign-in with a code, On another device (device code)',
      'Signature of requests: ES256',
    ])
    const radios = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
    expect(radios).toEqual([
      'Yours: RTSM system',
      'Theirs: None',
      `Yours: ${EDC.redirect_uris.join(', ')}, https://new.example.org/cb`,
      'Theirs: https://theirs.example.org/cb',
    ])
    await user.click(screen.getByRole('radio', { name: /^Theirs: https/ }))
    await user.click(screen.getByRole('button', { name: 'Continue with this choice' }))
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS))
    expect(sent.map(({ version }) => version)).toEqual([3, 4])
    expect(sent[1]).toMatchObject({
      redirect_uris: ['https://theirs.example.org/cb'],
      token_endpoint_auth_method: 'none',
      cardea_software_id: 's2',
      cardea_tenant_domain_id: 'd2',
      cardea_tenant_id: 't2',
      response_types: ['code', 'none'],
    })
  })

  it('names every member that two people could change', async () => {
    serve(server)
    const { container } = openConsole(`${ADDRESS}/edc`)
    await line(/^Name/)
    await screen.findByRole('combobox', { name: 'Domain' })
    const named = [...container.querySelectorAll('form [name]')].map((e) => e.getAttribute('name'))
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !MEMBERS.some((member) => member === name))).toEqual([])
  })

  it('takes public keys as JSON alone', async () => {
    const written = serve(server)
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
