import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  envelope,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  startConsole,
} from '../../../testing'
import { DEFINITION, person, SOFTWARE } from './fixtures'

const server = startConsole()

const ADDRESS = '/index/projectManager/userAllowed'
const PANELS = '/api/admin/panels'

/** What the panel calls were sent, in their order. */
let sent: { path: string; body: unknown }[]

beforeEach(() => {
  sent = []
  const keep = async (request: Request) => {
    sent.push({ path: new URL(request.url).pathname, body: await request.json() })
  }
  const polls = ['queued', 'running', 'done']
  server.use(
    http.get(PANELS, () => HttpResponse.json(SOFTWARE)),
    http.get(`${PANELS}/s1`, () => HttpResponse.json(DEFINITION)),
    http.get('/api/admin/allowed-studies', () => HttpResponse.json({ list: [], next: null })),
    http.post(`${PANELS}/s1/options`, () =>
      HttpResponse.json({ choices: [{ id: 'p1', label: 'ONC-301', disabled: false }], next: null }),
    ),
    http.post(`${PANELS}/s1/validate`, async ({ request }) => {
      await keep(request)
      return HttpResponse.json([])
    }),
    http.post(`${PANELS}/s1/authorise`, async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ batchId: 'b1' }, { status: 202 })
    }),
    http.get(`${PANELS}/batches/b1`, () =>
      HttpResponse.json({
        batchId: 'b1',
        state: polls.shift() ?? 'done',
        kind: 'grant',
        pending: [],
        total: 3,
        finished: 3,
        succeeded: [
          {
            userId: 'u1',
            label: 'Person 1',
            study: {
              studyCode: 'ONC-301',
              siteNames: 'S01',
              roleNames: 'CRA @ Production',
              sitesBefore: 'S02',
              rolesBefore: '',
            },
          },
          { userId: null, label: 'new@example.org', study: null },
        ],
        failed: [
          { userId: 'u12', label: 'Person 12', reason: 'conflict', message: 'Already there' },
        ],
      }),
    ),
    http.get('/api/admin/tenant-users', ({ request }) => {
      const { q, tenantId } = filterOf(request)
      expect(tenantId).toBe('t1')
      const [from = 0, to = 9] = JSON.parse(new URL(request.url).searchParams.get('range') ?? '[]')
      const all = Array.from({ length: 12 }, (_, at) => person(at + 1, at === 1 ? '1' : '0'))
      const found = all.filter((each) => !q || each.fullName.endsWith(` ${q}`))
      return listing(found.slice(from, to + 1), found.length)
    }),
  )
})

async function toDialog(view: ReturnType<typeof openConsole>) {
  await view.user.click(await screen.findByRole('radio', { name: 'ONC-301' }))
  await view.user.click(screen.getByRole('button', { name: 'Select users to authorise' }))
  return await findDialog('Select users to authorise')
}

async function choose(view: ReturnType<typeof openConsole>, name: RegExp, option: string) {
  await view.user.click(await screen.findByRole('combobox', { name }))
  await view.user.click(await screen.findByRole('option', { name: option }))
}

describe('user authorisation', () => {
  it('goes from the panel to the result: members over two pages and somebody by e-mail', async () => {
    const view = openConsole(`${ADDRESS}?tenant=t1`)
    const { user } = view
    const dialog = await toDialog(view)
    await choose(view, /^Role/, 'Monitor')
    await choose(view, /^Type/, 'Internal')
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'new@example.org')
    await user.click(await dialog.findByRole('checkbox', { name: 'Person 1 user.1' }))
    expect(dialog.getByRole('checkbox', { name: 'Person 2 user.2' })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(dialog.getByRole('button', { name: 'Go to next page' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Person 12 user.12' }))
    expect(dialog.getByText('2 selected')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Authorise' }))

    const result = await findDialog('Authorisation result')
    await result.findByRole('heading', { name: 'Succeeded (2)' })
    expect(result.getByRole('heading', { name: 'Failed (1)' })).toBeDefined()
    expect(result.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Person 1ONC-301: S01 · CRA @ ProductionBefore: S02',
      'new@example.org',
      'Person 12Already there',
    ])
    const grants = [{ cells: { project: { picks: ['p1'] } } }]
    expect(sent).toEqual([
      { path: `${PANELS}/s1/validate`, body: { tenantId: 't1', grants } },
      {
        path: `${PANELS}/s1/authorise`,
        body: {
          tenantId: 't1',
          userIds: ['u1', 'u12'],
          emails: ['new@example.org'],
          userRole: 'r2',
          userTypeId: 'k1',
          grants,
          replaces: false,
        },
      },
    ])
    await user.click(result.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('radio', { name: 'ONC-301' })).toHaveProperty('checked', true)
  })

  it('names what is missing in the dialogue and sends nothing', async () => {
    const view = openConsole(`${ADDRESS}?tenant=t1`)
    const dialog = await toDialog(view)
    await view.user.click(dialog.getByRole('button', { name: 'Authorise' }))
    expect(dialog.getByText('Please select role')).toBeDefined()
    expect(dialog.getByText('Please select type')).toBeDefined()
    expect(dialog.getByText('Please select at least one user')).toBeDefined()
    await view.user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'a@example.org，wrong')
    expect(dialog.getByText(/E-mail format error, please re-enter \(wrong\)/)).toBeDefined()
    expect(sent.map(({ path }) => path)).toEqual([`${PANELS}/s1/validate`])
  })

  it('keeps the dialogue when the authorisation is refused', async () => {
    server.use(
      http.post(`${PANELS}/s1/authorise`, () => refusal(503, { message: 'Full, come back later' })),
    )
    const view = openConsole(`${ADDRESS}?tenant=t1`)
    const dialog = await toDialog(view)
    await choose(view, /^Role/, 'Monitor')
    await choose(view, /^Type/, 'Internal')
    await view.user.type(dialog.getByRole('searchbox'), '12')
    await view.user.click(await dialog.findByRole('checkbox', { name: 'Person 12 user.12' }))
    await view.user.click(dialog.getByRole('button', { name: 'Authorise' }))
    await dialog.findByText('Full, come back later')
    expect(dialog.getByRole('checkbox', { name: 'Person 12 user.12' })).toHaveProperty(
      'checked',
      true,
    )
  })
})

const study = (n: number, studyCode: string) => ({
  id: `b${n}`,
  studyId: `y${n}`,
  studyName: `Study ${n}`,
  studyCode,
  tenantId: 't1',
})

const site = (n: number) => ({
  id: `c${n}`,
  studySiteId: `c${n}`,
  studyUrlId: 'b1',
  name: `Hospital ${n}`,
  code: `S0${n}`,
})

const allowed = (n: number, more: object = {}) => ({
  id: `g${n}`,
  version: 1,
  userId: `u${n}`,
  fullName: `Person ${n}`,
  userName: `user.${n}`,
  email: `p${n}@example.org`,
  phone: '12345',
  siteNames: 'S01 · Hospital 1',
  roleNames: 'CRA @ Production',
  shown: [],
  updatedAt: '2026-01-05T08:00:00Z',
  suspendedAt: null,
  ...more,
})

describe('the users who are authorised', () => {
  /** Who has something; what is cancelled is gone. */
  let granted: ReturnType<typeof allowed>[]
  /** What the list was asked. */
  let asked: Record<string, unknown>[]

  beforeEach(() => {
    asked = []
    granted = [allowed(1), allowed(2), allowed(3, { suspendedAt: '2026-01-06T08:00:00Z' })]
    const begun = (batchIds: string[]) => HttpResponse.json({ batchIds }, { status: 202 })
    server.use(
      http.get('/api/admin/allowed-studies', () =>
        HttpResponse.json({ list: [study(1, 'ONC-301'), study(2, 'CARD-7')], next: null }),
      ),
      http.get('/api/admin/allowed-studies/b1/sites', () =>
        HttpResponse.json({ list: [site(1), site(2)], next: null }),
      ),
      http.get('/api/admin/allowed-users', ({ request }) => {
        const filter = filterOf(request)
        asked.push(filter)
        return listing(filter.studyUrlId === 'b1' ? granted : [allowed(9)])
      }),
      http.post(`${PANELS}/:software/cancel`, async ({ request }) => {
        const body = (await request.json()) as { ids: string[]; reason: string }
        sent.push({ path: new URL(request.url).pathname, body })
        if (!body.reason) return refusal(422, { errors: { reason: 'give a reason' } })
        granted = granted.filter(({ id }) => !body.ids.includes(id))
        return begun(['b2'])
      }),
      http.post(`${PANELS}/s1/sites`, async ({ request }) => {
        sent.push({ path: new URL(request.url).pathname, body: await request.json() })
        return begun(['b1'])
      }),
      http.get(`${PANELS}/batches/b2`, () =>
        HttpResponse.json({
          batchId: 'b2',
          state: 'running',
          kind: 'revoke',
          total: 2,
          finished: 1,
          succeeded: [{ userId: 'u1', label: 'Person 1', study: null }],
          failed: [],
          pending: [
            { userId: 'u3', label: 'Person 3', reason: 'unavailable', message: 'It is away' },
          ],
        }),
      ),
    )
  })

  it('are those of the first study, and lose it for a reason after a question', async () => {
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await user.click(await screen.findByRole('checkbox', { name: 'Person 1 user.1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Person 3 user.3' }))
    expect(screen.getByText('Suspended')).toBeDefined()
    expect(screen.getAllByRole('cell', { name: 'CRA @ Production' })).toHaveLength(3)
    expect(screen.getByText('2 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Revoke' }))
    const dialog = await findDialog('Revoke authorisation')
    expect(dialog.getByText(/2 authorisations end at once: Person 1/)).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' Left the study ')
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    const result = await findDialog('Revocation')
    await result.findByRole('heading', { name: 'Trial system not told yet (1)' })
    expect(result.getByText('It is away')).toBeDefined()
    const body = { tenantId: 't1', isSite: false, siteId: null, reason: 'Left the study' }
    expect(sent).toEqual([{ path: `${PANELS}/s1/cancel`, body: { ...body, ids: ['g1', 'g3'] } }])
    await user.click(result.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('user.1')).toBeNull())
    expect(screen.getByText('user.2')).toBeDefined()
    expect(screen.getByText('0 selected')).toBeDefined()
  })

  it('are narrowed by the tree and by a search on the server', async () => {
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await screen.findByText('user.2')
    await user.type(screen.getByRole('searchbox', { name: /^Search by name, user/ }), 'li')
    await waitFor(() => expect(asked.at(-1)).toEqual({ tenantId: 't1', studyUrlId: 'b1', q: 'li' }))
    await user.click(screen.getByRole('button', { name: 'Study 2 CARD-7' }))
    await screen.findByText('user.9')
    await user.click(screen.getByRole('button', { name: 'Sites of ONC-301' }))
    await user.click(await screen.findByRole('button', { name: 'Hospital 1 S01' }))
    await screen.findByText('user.2')
    expect(asked.at(-1)).toEqual({ tenantId: 't1', studyUrlId: 'b1', siteId: 'c1' })
  })

  it('are taken from one site, or given others', async () => {
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await user.click(await screen.findByRole('button', { name: 'Sites of ONC-301' }))
    await user.click(await screen.findByRole('button', { name: 'Hospital 1 S01' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Person 2 user.2' }))
    await user.click(screen.getByRole('button', { name: 'Remove from this site' }))
    const dialog = await findDialog('Remove from this site')
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Closed')
    await user.click(dialog.getByRole('button', { name: 'Remove from this site' }))
    await user.click((await findDialog('Revocation')).getByRole('button', { name: 'Close' }))
    expect(sent.at(-1)?.body).toMatchObject({ ids: ['g2'], isSite: true, siteId: 'c1' })

    await user.click(await screen.findByRole('checkbox', { name: 'Person 1 user.1' }))
    await user.click(screen.getByRole('button', { name: 'Authorise more sites' }))
    const more = await findDialog('Authorise more sites')
    await user.click(await more.findByRole('checkbox', { name: 'Hospital 2' }))
    await user.click(more.getByRole('button', { name: 'Authorise' }))
    await findDialog('Authorisation result')
    expect(sent.at(-1)).toEqual({
      path: `${PANELS}/s1/sites`,
      body: { tenantId: 't1', studyUrlId: 'b1', studySiteIds: ['c2'], tenantUserIds: ['u1'] },
    })
  })

  it('have the panel opened with what one of them has, and are given what is made of it', async () => {
    const held = {
      ...allowed(1),
      label: 'Person 1 (user.1)',
      userRole: 'r2',
      userTypeId: 'k1',
      studyUrlId: 'p1',
      studyCode: 'ONC-301',
      studyName: 'Study 1',
      grants: [{ cells: { project: { picks: ['p1'] } } }],
    }
    let wanted: string | null = null
    server.use(
      http.get(`${PANELS}/s1/grants`, ({ request }) => {
        wanted = new URL(request.url).searchParams.get('id')
        return HttpResponse.json(wanted === 'g1' ? [held] : [])
      }),
    )
    const { user, router } = openConsole(`${ADDRESS}?tenant=t1`)
    const change = await screen.findByRole('button', { name: 'Change authorisation' })
    expect(change).toHaveProperty('disabled', true)
    await user.click(await screen.findByRole('checkbox', { name: 'Person 3 user.3' }))
    expect(change).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: 'Person 3 user.3' }))
    await user.click(screen.getByRole('checkbox', { name: 'Person 1 user.1' }))
    await user.click(change)
    await screen.findByText(/The panel shows what Person 1 \(user\.1\) has in ONC-301 Study 1/)
    expect(wanted).toBe('g1')
    expect(await screen.findByRole('radio', { name: 'ONC-301' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('button', { name: 'Select users to authorise' }))
    const dialog = await findDialog('Change authorisation')
    expect(dialog.queryByRole('searchbox')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save change' }))
    await (await findDialog('Authorisation result')).findByRole('heading', {
      name: 'Succeeded (2)',
    })
    expect(sent.at(-1)?.body).toMatchObject({
      userIds: ['u1'],
      emails: [],
      userRole: 'r2',
      userTypeId: 'k1',
      grants: held.grants,
      replaces: true,
    })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tenant=t1&software=s1'))
    expect(screen.queryByText(/The panel shows what/)).toBeNull()
  })

  it('can be revoked while the panel is not there', async () => {
    openConsole(`${ADDRESS}?tenant=t1&software=s2`)
    await screen.findByText('No plugin is active')
    expect(await screen.findByText('user.1')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Revoke' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull()
  })
})

describe('the page around the panels', () => {
  it('chooses the first tenant, and keeps tenant and system in the address', async () => {
    const { user, router } = openConsole(ADDRESS)
    await screen.findByRole('radio', { name: 'ONC-301' })
    expect(router.state.location.search).toBe('?tenant=t1')
    await user.click(screen.getByRole('tab', { name: 'Supply' }))
    expect(await screen.findByText('No plugin is active')).toBeDefined()
    expect(router.state.location.search).toBe('?tenant=t1&software=s2')
  })

  it('keeps the tenant for who goes to the page from the page', async () => {
    const { router } = openConsole(ADDRESS)
    await screen.findByRole('radio', { name: 'ONC-301' })
    await act(() => router.navigate(ADDRESS))
    await waitFor(() => expect(router.state.location.search).toBe('?tenant=t1'))
    expect(await screen.findByRole('radio', { name: 'ONC-301' })).toBeDefined()
  })

  it('searches tenants on the server', async () => {
    const { user, router } = openConsole(`${ADDRESS}?tenant=t1`)
    const tenant = await screen.findByRole('combobox', { name: 'Tenant' })
    await waitFor(() => expect(tenant).toHaveProperty('value', 'Northwind'))
    await user.clear(tenant)
    await user.type(tenant, 'Cont')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.click(screen.getByRole('option', { name: 'Contoso' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tenant=t2'))
  })

  it('falls back on their own tenants for somebody who may not see all', async () => {
    server.use(
      http.get('/api/admin/tenants', () => refusal(403, { message: 'No' })),
      http.get('/api/tenant/combobox', () => envelope([{ code: 't1', desc: 'Mine' }])),
    )
    const { router } = openConsole(ADDRESS)
    await screen.findByRole('radio', { name: 'ONC-301' })
    expect(router.state.location.search).toBe('?tenant=t1')
    expect(screen.getByRole('combobox', { name: 'Tenant' })).toHaveProperty('value', 'Mine')
  })

  it('shows a failing plugin in its place and stays usable', async () => {
    server.use(
      http.get(
        `${PANELS}/s1`,
        () => refusal(504, { code: 'plugin_timeout', message: 'The plugin was stopped' }),
        { once: true },
      ),
    )
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await screen.findByText('The plugin was stopped')
    expect(screen.getByRole('button', { name: 'Copy req-1' })).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Supply' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('radio', { name: 'ONC-301' })
  })

  it('says so when a tenant has no system', async () => {
    server.use(http.get(PANELS, () => HttpResponse.json([])))
    openConsole(`${ADDRESS}?tenant=t1`)
    await screen.findByText('No system is open to this tenant yet.')
  })
})
