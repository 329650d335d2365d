import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { setLocale } from '../../../shared/i18n'
import { HOME, openConsole, refusal, startConsole, taking } from '../../testing'

const server = startConsole()

const step = (name: string, menu: string, done: boolean, mayEdit = true) => ({
  name,
  menu,
  done,
  mayEdit,
})

const STEPS = [
  step('tenant', 'systemManger/tenant', true),
  step('study', 'tenantManager/tenantPorject', false),
  step('software', 'software/softwareManger', false),
  step('domain', 'software/urlSet', false, false),
]

const days = Array.from({ length: 30 }, (_, at) => ({
  day: `2026-01-${String(at + 1).padStart(2, '0')}`,
  signIns: at === 28 ? 7 : at === 29 ? 2 : 0,
  people: at > 27 ? 2 : 0,
}))

const concern = (id: string, concern: string, more: object) => ({
  ...{
    id,
    concern,
    tenantId: 't1',
    tenantName: 'Northwind',
    softwareId: 's1',
    softwareName: 'EDC',
  },
  ...{ endTime: null, most: null, ...more },
})

const FULL = {
  firstSteps: { tenantId: null, dismissed: false, steps: STEPS },
  people: { menu: 'systemManger/user', added: 3, days },
  licences: [
    concern('l1', 'ending', { endTime: '2026-02-01' }),
    concern('l2', 'fullOfUsers', { most: 5 }),
  ],
  invitations: { waiting: 1000, tenantId: 't2' },
  deliveries: { messages: null, logoutNotices: 4 },
  plugins: {
    troubled: [{ webCode: '020', softwareName: 'EDC', trouble: 'suspended' }],
    refused: 1,
  },
  changes: [
    {
      ...{ id: 'e1', seq: 1, at: '2026-01-30T08:00:00Z', actor: 'u1', actorName: 'ada' },
      ...{ address: null, requestId: 'r', action: 'study.created', resource: 'studies' },
      ...{ recordId: 's', recordName: 'HK-101', tenantId: 't1', reason: null, outcome: 'ok' },
    },
  ],
}

/** The server of the home: what it answers, and may be changed. */
function serve(home: object) {
  const state = { home }
  server.use(http.get('/api/admin/home', () => HttpResponse.json(state.home as never)))
  return state
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const address = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

describe('the first steps', () => {
  it('say what is missing, which is next, and lead to where it is made', async () => {
    serve({ ...HOME, firstSteps: FULL.firstSteps })
    openConsole('/index')
    const steps = await part('First steps')
    steps.getByText('1 of 4 done')
    const items = steps.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items[0]).toContain('Done')
    expect(items[1]).toContain('Next')
    expect(items[3]).toContain('A platform administrator does this')
    const open = steps.getByRole('link', { name: 'Open Add a study' })
    expect(address(open)).toBe('/index/tenantManager/tenantPorject')
    const made = steps.getByRole('link', { name: 'Register a trial system' })
    expect(address(made)).toBe('/index/software/softwareManger/create')
    // Whoever may only look is not led to a form.
    const looked = steps.getByRole('link', { name: 'Say where the tenant’s system is' })
    expect(address(looked)).toBe('/index/software/urlSet')
  })

  it('are put away, and brought back', async () => {
    const state = serve({ ...HOME, firstSteps: FULL.firstSteps })
    const sent = taking(server, 'put', '/api/admin/home/first-steps', FULL.firstSteps)
    const { user } = openConsole('/index')
    const away = (await part('First steps')).getByRole('button', { name: 'Do not show again' })
    state.home = { ...HOME, firstSteps: { tenantId: null, dismissed: true, steps: [] } }
    await user.click(away)
    const back = await screen.findByRole('button', { name: 'Show the first steps' })
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    state.home = { ...HOME, firstSteps: FULL.firstSteps }
    await user.click(back)
    await part('First steps')
    expect(sent).toEqual([{ dismissed: true }, { dismissed: false }])
  })

  it('say when nothing is missing', async () => {
    const steps = STEPS.map((step) => ({ ...step, done: true }))
    serve({ ...HOME, firstSteps: { ...FULL.firstSteps, steps } })
    openConsole('/index')
    ;(await part('First steps')).getByText('All steps are done.')
  })

  it('of one tenant stand in its record', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get('/api/admin/home/first-steps', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('tenantId'))
        return HttpResponse.json({ tenantId: 't1', dismissed: true, steps: STEPS })
      }),
    )
    openConsole('/index/systemManger/tenant/t1')
    await screen.findByText('This tenant lacks the following before its people can be authorised:')
    expect(asked).toEqual(['t1'])
    expect(screen.queryByRole('link', { name: 'Add a tenant' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Add a study' })
    expect(address(link).replaceAll('+', ' ')).toBe(
      '/index/tenantManager/tenantPorject?filter={"tenantId":"t1"}',
    )
  })
})

describe('the morning’s look', () => {
  it('has figures that lead to the lists behind them', async () => {
    serve(FULL)
    openConsole('/index')
    const people = await part('Sign-ins of the last 30 days')
    people.getByText('9')
    people.getByRole('img', {
      name: '9 sign-ins in the last 30 days; the most on 2026-01-29: 7. Days are in UTC.',
    })
    expect(address(people.getByRole('link', { name: '3 New people' }))).toBe(
      '/index/systemManger/user',
    )
    const licences = await part('Licences to look at')
    licences.getByText('Ends on 2026-02-01')
    licences.getByText('Full: 5 users')
    expect(address(licences.getAllByRole('link', { name: 'Northwind · EDC' })[0] as never)).toBe(
      '/index/software/tenantsoft?filter={"tenantId":"t1"}',
    )
    const invited = await part('Invitations waiting')
    expect(address(invited.getByRole('link', { name: /^1,000\+/ }))).toBe(
      '/index/tenantManager/tenantUser?filter={"tenantId":"t2"}',
    )
    const failed = await part('Not delivered in the last 30 days')
    expect(failed.queryByText('E-mail and SMS')).toBeNull()
    expect(address(failed.getByRole('link', { name: '4 Sign-out notices' }))).toBe(
      '/index/software/logoutNotice?filter={"state":"failed"}',
    )
    const plugins = await part('Plugins')
    plugins.getByText('Fails again and again; not called for a while')
    expect(address(plugins.getByRole('link', { name: /refused/ }))).toBe(
      '/index/setting/audit?filter={"action":"plugin.refused"}',
    )
    const changes = await part('Last changes')
    changes.getByText('HK-101')
    changes.getByRole('button', { name: 'Study: created' })
  })

  it('shows only what somebody may see', async () => {
    serve({ ...HOME, invitations: { waiting: 0, tenantId: null } })
    openConsole('/index')
    await part('Invitations waiting')
    expect(screen.getAllByRole('region')).toHaveLength(1)
  })

  it('is said in Chinese', async () => {
    setLocale('zh')
    serve({ ...FULL, licences: [], plugins: { troubled: [], refused: 0 } })
    openConsole('/index')
    const people = await part('近30天登录')
    people.getByRole('img', {
      name: '近30天共登录 9 次，最多为 2026-01-29，7 次。日期按UTC计。',
    })
    ;(await part('许可提醒')).getByText('没有即将到期或用满的许可。')
    ;(await part('插件')).getByText('所有插件运行正常。')
  })

  it('says what went wrong and tries again', async () => {
    serve({ ...HOME, invitations: { waiting: 0, tenantId: null } })
    server.use(
      http.get('/api/admin/home', () => refusal(503, { message: 'Too busy' }), { once: true }),
    )
    const { user } = openConsole('/index')
    await screen.findByText('Too busy')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await part('Invitations waiting')
  })
})
