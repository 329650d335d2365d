import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, refusal, serveList, startConsole } from '../../../testing'
import { en } from './en'
import { zh } from './zh'

const server = startConsole()
const ADDRESS = '/index/setting/audit'

const event = (id: string, rest: Partial<Schemas['AuditEvent']>): Schemas['AuditEvent'] => ({
  id,
  seq: 7,
  at: '2026-01-02T03:04:05.000Z',
  actor: 'u1',
  actorName: 'admin',
  address: '192.0.2.7',
  requestId: 'r1',
  action: 'user.updated',
  resource: 'users',
  recordId: 'u2',
  recordName: 'Wang Fang',
  tenantId: null,
  before: null,
  after: null,
  reason: null,
  outcome: 'ok',
  ...rest,
})

const EVENTS = [
  event('a', {}),
  event('b', { action: 'call.refused', recordName: '', recordId: 'GET /x', outcome: 'refused' }),
  event('c', { action: 'quite.new' }),
]
const CHECK: Schemas['AuditCheck'] = {
  id: 'k',
  requestedAt: '2026-01-02T03:00:00.000Z',
  requestedBy: 'audit',
  startedAt: '2026-01-02T03:00:00.000Z',
  endedAt: '2026-01-02T03:00:01.000Z',
  rowsChecked: 12,
  outcome: 'whole',
  complaint: null,
}

const serve = (check: Schemas['AuditCheck'] | null = CHECK) => {
  server.use(http.get('/api/admin/audit-checks/last', () => HttpResponse.json(check)))
  return serveList(server, '/api/admin/audit-events', EVENTS, () => true)
}

describe('the audit', () => {
  it('says in words who did what, and in the form that it changed', async () => {
    serve()
    server.use(
      http.get('/api/admin/audit-events/a', () =>
        HttpResponse.json(
          event('a', { before: { fullName: 'Wang' }, after: { fullName: 'Wang Fang' } }),
        ),
      ),
    )
    const { user } = openConsole(ADDRESS)
    const cell = await screen.findByRole('cell', { name: 'User: changed' })
    await screen.findByRole('cell', { name: 'Call: refused Refused' })
    await screen.findByRole('cell', { name: 'quite.new' })
    await screen.findByText(/^Whole: 12 events, checked/)
    const row = within(cell.closest('tr') as HTMLElement)
    await user.click(row.getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'User: changed' }))
    expect(await dialog.findByRole('row', { name: 'fullName Wang Wang Fang' })).toBeDefined()
    expect(dialog.getByText('192.0.2.7')).toBeDefined()
  })

  it('is narrowed by days of the reader, what was refused, and a name', async () => {
    const { asked } = serve()
    const { user } = openConsole(ADDRESS)
    await screen.findByRole('cell', { name: 'User: changed' })
    expect(asked[0]).toEqual({ sort: '["at","DESC"]', filter: {} })
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'admin')
    await user.type(screen.getByRole('textbox', { name: 'To' }), '2026-01-02')
    await user.click(screen.getByRole('checkbox', { name: 'Only refused or failed' }))
    const until = new Date(2026, 0, 3).toISOString()
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ filter: { userName: 'admin', until, notOk: true } }),
    )
  })

  it('tells what a check found, and begins one', async () => {
    setLocale('zh')
    serve({ ...CHECK, outcome: 'broken', complaint: 'the audit chain is broken at row 2' })
    server.use(
      http.post('/api/admin/audit-checks/last', () =>
        refusal(409, { message: '已有一次校验正在进行' }),
      ),
    )
    const { user } = openConsole(ADDRESS)
    await screen.findByText('审计日志被改动')
    await user.click(screen.getByRole('button', { name: '查看原因' }))
    const dialog = within(await screen.findByRole('dialog', { name: '审计日志被改动' }))
    expect(dialog.getByText('the audit chain is broken at row 2')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await user.click(screen.getByRole('button', { name: '立即校验' }))
    await screen.findByText('已有一次校验正在进行')
  })

  it('has no check where the whole audit is not the reader’s', async () => {
    serve()
    server.use(http.get('/api/admin/audit-checks/last', () => refusal(403, {})))
    openConsole(ADDRESS)
    await screen.findByRole('cell', { name: 'User: changed' })
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
  })
})

/** The actions that the server writes, from its sources: `action: "x.y"` and `audit…("x.y"`. */
function actions(): string[] {
  const found = new Set<string>()
  const root = join(import.meta.dirname, '../../../../../../core/src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.rs') && !/test|fakes/.test(name))) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, action = ''] of text.matchAll(
      /(?:action: |audit(?:_[a-z]+)?\(\s*)"([a-z_]+\.[a-z_]+)"/g,
    )) {
      found.add(action)
    }
  }
  return [...found]
}

it.each([
  ['zh', zh],
  ['en', en],
] as const)('every action of the server has words: %s', (_, texts) => {
  const { about, verbs } = texts['audit-events'] as Record<string, unknown> as Record<
    'about' | 'verbs',
    Record<string, string>
  >
  const all = actions()
  expect(all.length).toBeGreaterThan(60)
  const silent = all.filter((action) => {
    const [who = '', what = ''] = action.split('.')
    return !about[who] || !verbs[what]
  })
  expect(silent).toEqual([])
})
