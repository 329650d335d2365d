import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, refusal, serveList, startConsole } from '../../../testing'

const server = startConsole()

const ADDRESS = '/index/software/logoutNotice'

const notice = (id: string, rest: Partial<Schemas['Delivery']>): Schemas['Delivery'] => ({
  id,
  clientId: `client-${id}`,
  clientName: `Client ${id}`,
  userId: 'u1',
  userName: 'monitor',
  sessionId: 's1',
  state: 'waiting',
  attempts: 1,
  nextAttemptAt: null,
  lastError: null,
  lastStatus: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  givesUpAt: '2026-01-03T03:04:05.000Z',
  ...rest,
})

const NOTICES = [
  notice('a', {
    attempts: 3,
    nextAttemptAt: '2026-01-02T03:05:00.000Z',
    lastError: 'status',
    lastStatus: 503,
  }),
  notice('b', { state: 'delivered', lastStatus: 200 }),
  notice('c', { state: 'failed', attempts: 33, lastError: 'denied' }),
]

const serve = (rows = NOTICES) =>
  serveList(
    server,
    '/api/admin/logout-deliveries',
    rows,
    (row, { state }) => !state || row.state === state,
  )

const rowOf = async (client: string) => {
  const cell = await screen.findByRole('cell', { name: client })
  return within(cell.closest('tr') as HTMLElement)
}

describe('sign-out notices', () => {
  it('say how far each has come and what was wrong', async () => {
    const { asked } = serve()
    openConsole(ADDRESS)
    const waiting = await rowOf('Client a')
    expect(waiting.getByText('Waiting')).toBeDefined()
    expect(waiting.getByText('Answered with status 503')).toBeDefined()
    expect(waiting.getByText('3')).toBeDefined()
    const times = [...document.querySelectorAll('time')].map((time) => time.dateTime)
    expect(times.slice(0, 2)).toEqual(['2026-01-02T03:05:00.000Z', '2026-01-02T03:04:05.000Z'])
    const delivered = await rowOf('Client b')
    expect(delivered.getByText('Delivered')).toBeDefined()
    expect(delivered.queryByRole('button')).toBeNull()
    const failed = await rowOf('Client c')
    expect(failed.getByText('Given up')).toBeDefined()
    expect(failed.getByText(/private address/)).toBeDefined()
    expect(asked[0]).toEqual({ sort: '["createdAt","DESC"]', filter: {} })
    expect(screen.queryByRole('link', { name: /create/i }), 'nobody makes one').toBeNull()
  })

  it('speak Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole(ADDRESS)
    const failed = await rowOf('Client c')
    expect(failed.getByText('已放弃')).toBeDefined()
    expect(failed.getByText('内网地址，未被 outbound.allow 允许')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('退出通知')
  })

  it('are narrowed by their state', async () => {
    const { asked } = serve()
    const { user, router } = openConsole(ADDRESS)
    await rowOf('Client a')
    await user.click(screen.getByRole('combobox', { name: 'State' }))
    await user.click(await screen.findByRole('option', { name: 'Given up' }))
    await waitFor(() => expect(screen.queryByText('Client a')).toBeNull())
    expect(screen.getByText('Client c')).toBeDefined()
    expect(asked.at(-1)).toMatchObject({ filter: { state: 'failed' } })
    expect(decodeURIComponent(router.state.location.search)).toContain('{"state":"failed"}')
  })

  it('are tried again on demand', async () => {
    const { state } = serve()
    const tried: string[] = []
    server.use(
      http.post('/api/admin/logout-deliveries/:id/retry', ({ params }) => {
        tried.push(String(params.id))
        state.rows = state.rows.map((row) =>
          row.id === params.id ? { ...row, state: 'delivered' as const, lastError: null } : row,
        )
        return HttpResponse.json(state.rows.find((row) => row.id === params.id))
      }),
    )
    const { user } = openConsole(ADDRESS)
    const failed = await rowOf('Client c')
    await user.click(failed.getByRole('button', { name: 'Try again: Client c, monitor' }))
    await screen.findByText('The notice is sent again now.')
    await waitFor(async () =>
      expect((await rowOf('Client c')).getByText('Delivered')).toBeDefined(),
    )
    expect(tried).toEqual(['c'])
  })

  it('tell why one cannot be tried again', async () => {
    serve()
    server.use(
      http.post('/api/admin/logout-deliveries/:id/retry', () =>
        refusal(409, { message: 'It is delivered already' }),
      ),
    )
    const { user } = openConsole(ADDRESS)
    await user.click((await rowOf('Client a')).getByRole('button', { name: /^Try again/ }))
    await screen.findByText('It is delivered already')
  })

  it('say what they are while there are none', async () => {
    serve([])
    openConsole(ADDRESS)
    await screen.findByRole('heading', { name: 'No notices yet' })
  })
})
