import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, refusal, serveList, startConsole, watchToasts } from '../../../testing'

const server = startConsole()
const told = watchToasts()

const ADDRESS = '/index/software/signingKey'

const key = (id: string, rest: Partial<Schemas['SigningKey']>): Schemas['SigningKey'] => ({
  id: id.padEnd(43, '0'),
  alg: 'ES256',
  state: 'current',
  publishedAt: '2026-01-01T00:00:00.000Z',
  promoteAt: null,
  currentAt: '2026-01-02T00:00:00.000Z',
  retiredAt: null,
  removeAt: null,
  removedAt: null,
  ...rest,
})

const KEYS = [
  key('next', { state: 'next', currentAt: null }),
  key('current', {}),
  key('eddsa', { alg: 'EdDSA' }),
  key('retired', {
    state: 'retired',
    retiredAt: '2026-01-03T00:00:00.000Z',
    removeAt: '2026-02-02T00:00:00.000Z',
  }),
  key('removed', {
    state: 'removed',
    retiredAt: '2025-01-03T00:00:00.000Z',
    removeAt: '2025-02-02T00:00:00.000Z',
    removedAt: '2025-02-02T00:01:00.000Z',
  }),
]

const serve = (rows = KEYS) =>
  serveList(server, '/api/admin/signing-keys', rows, (row, { alg }) => !alg || row.alg === alg)

const rowOf = async (kid: string) => {
  const id = await screen.findByRole('button', { name: `Copy ${kid.padEnd(43, '0')}` })
  return within(id.closest('tr') as HTMLElement)
}

describe('signing keys', () => {
  it('show where each is in its life', async () => {
    const { asked } = serve()
    openConsole(ADDRESS)
    expect((await rowOf('next')).getByText('Published')).toBeDefined()
    expect((await rowOf('current')).getByText('Signing')).toBeDefined()
    const retired = await rowOf('retired')
    expect(retired.getByText('Retired')).toBeDefined()
    const times = (row: Awaited<ReturnType<typeof rowOf>>) =>
      row.getAllByRole('time').map((time) => time.getAttribute('datetime'))
    expect(times(retired).at(-1), 'when it will leave').toBe('2026-02-02T00:00:00.000Z')
    expect(times(await rowOf('removed')).at(-1), 'when it left').toBe('2025-02-02T00:01:00.000Z')
    expect(asked[0]).toEqual({ sort: '["publishedAt","DESC"]', filter: {} })
    expect(screen.queryByRole('link', { name: /create/i }), 'nobody makes one').toBeNull()
  })

  it('speak Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole(ADDRESS)
    expect(await screen.findByText('已退役')).toBeDefined()
    expect(screen.getAllByText('签名中')).toHaveLength(2)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('签名密钥')
  })

  it('are narrowed by their algorithm', async () => {
    const { asked } = serve()
    const { user } = openConsole(ADDRESS)
    await rowOf('current')
    await user.click(screen.getByRole('combobox', { name: 'Algorithm' }))
    await user.click(await screen.findByRole('option', { name: 'EdDSA' }))
    await waitFor(() => expect(screen.queryByText('ES256')).toBeNull())
    expect(asked.at(-1)).toMatchObject({ filter: { alg: 'EdDSA' } })
  })

  it('are rotated once somebody has confirmed it', async () => {
    const { state } = serve()
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/signing-keys/rotate', async ({ request }) => {
        sent.push(await request.json())
        state.rows = [key('fresh', {}), ...KEYS.filter((row) => row.state !== 'current')]
        return HttpResponse.json(state.rows[0])
      }),
    )
    const { user } = openConsole(ADDRESS)
    const current = await rowOf('current')
    expect((await rowOf('retired')).queryByRole('button', { name: /^Actions/ })).toBeNull()
    const rotate = async () => {
      await user.click(current.getByRole('button', { name: 'Actions: ES256' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }))
    }
    await rotate()
    const dialog = await screen.findByRole('dialog', { name: 'Rotate the ES256 key?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(told()).toBe('Operation cancelled')
    expect(sent).toEqual([])

    await rotate()
    const again = await screen.findByRole('dialog')
    await user.click(within(again).getByRole('button', { name: 'Rotate' }))
    await screen.findByText('Within seconds tokens are signed with a new ES256 key.')
    await rowOf('fresh')
    expect(sent).toEqual([{ alg: 'ES256' }])
    expect(told()).toBeNull()
  })

  it('tell why one cannot be rotated', async () => {
    serve()
    server.use(
      http.post('/api/admin/signing-keys/rotate', () => refusal(403, { message: 'Not allowed' })),
    )
    const { user } = openConsole(ADDRESS)
    await user.click((await rowOf('current')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Rotate' }))
    await screen.findByText('Not allowed')
  })
})
