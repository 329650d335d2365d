import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import { columns, listing, openConsole, refusal, startConsole } from '../../../testing'
import { ADDRESS, serve } from './fixtures'

const server = startConsole()

describe('the list of clients', () => {
  it('shows each with a link, and is searched on the server', async () => {
    serve(server)
    const { user, router } = openConsole(ADDRESS)
    const link = await screen.findByRole('link', { name: 'EDC' })
    expect(link.getAttribute('href')).toBe('/index/software/client/edc')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Clients')
    expect(columns()).toEqual(['Name', 'Client ID', 'Method', 'Profile', 'Changed'])
    expect(screen.getByRole('cell', { name: 'FAPI 2.0' })).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: /search/i }), 'SPA')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'EDC' })).toBeNull())
    expect(decodeURIComponent(router.state.location.search)).toContain('{"q":"SPA"}')
  })

  it('speaks Chinese', async () => {
    serve(server)
    setLocale('zh')
    openConsole(ADDRESS)
    await screen.findByRole('link', { name: 'EDC' })
    expect(columns()).toEqual(['名称', '客户端 ID', '认证方式', '安全规范', '修改时间'])
    expect(screen.getByRole('button', { name: '初始访问令牌' })).toBeDefined()
  })
})

describe('the secrets of a client', () => {
  it('are replaced with overlap, and shown once', async () => {
    const written = serve(server)
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
    expect(await screen.findAllByRole('button', { name: /^Actions: 20/ })).toHaveLength(2)
    expect(written).toEqual([
      {
        method: 'POST',
        path: '/api/admin/clients/edc/secrets',
        body: { overlapSeconds: 86_400 },
      },
    ])
  })

  it('are deleted only after a question, and say why they are not', async () => {
    const written = serve(server)
    const { user } = openConsole(`${ADDRESS}/edc`)
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: /^Actions: 20/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      return screen.findByRole('dialog', { name: /^Delete the secret of/ })
    }
    await user.click(within(await remove()).getByRole('button', { name: 'Cancel' }))
    expect(written).toEqual([])
    server.use(
      http.delete(
        '/api/admin/clients/edc/secrets/k1',
        () => refusal(422, { message: 'the only secret without an end' }),
        { once: true },
      ),
    )
    await user.click(within(await remove()).getByRole('button', { name: 'Delete' }))
    await screen.findByText('the only secret without an end')
    await user.click(within(await remove()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written.map(({ method }) => method)).toEqual(['DELETE'])
  })
})

describe('initial access tokens', () => {
  it('are made, shown once, and taken back', async () => {
    serve(server)
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
