import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { findDialog, listing, openConsole, rows } from '../../../testing'
import { startUsers, USERS } from './fixtures'

const server = startUsers()

const grant = (id: string, studyCode: string) => ({
  id,
  version: 1,
  userId: 'u1',
  fullName: '王建国',
  userName: 'wang',
  tenantId: 't1',
  tenantName: 'Northwind',
  studyId: 's1',
  studyCode,
  studyName: 'Asthma',
  softwareId: 'edc',
  softwareName: 'EDC',
  sites: ['S01', 'S02'],
  roles: ['cra'],
  environments: ['prod'],
  grantedAt: '2026-01-02T03:04:05Z',
  grantedBy: 'boss',
  suspendedAt: null,
})

const session = (id: string, current: boolean) => ({
  id,
  current,
  address: '10.0.0.1',
  browser: 'Firefox 140',
  system: 'Linux',
  amr: ['pwd', 'otp'],
  beganAt: '2026-01-02T03:04:05Z',
  seenAt: '2026-01-02T03:14:05Z',
})

const sent: [string, unknown][] = []

beforeEach(() => {
  sent.length = 0
  server.use(
    http.get('/api/admin/users/u1/grants', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      return HttpResponse.json(
        after
          ? { rows: [grant('g2', 'B-01')], next: null }
          : { rows: [grant('g1', 'A-01')], next: 'g1' },
      )
    }),
    http.get('/api/admin/users/u1/memberships', () =>
      HttpResponse.json([
        {
          id: 'm1',
          tenantId: 't1',
          tenantName: 'Northwind',
          roleId: 'r2',
          roleName: 'Monitor',
          joinDate: '2026-01-01T00:00:00Z',
          disabled: true,
        },
      ]),
    ),
    http.get('/api/admin/users/u1/sessions', () => HttpResponse.json([session('x1', false)])),
    http.get('/api/admin/users/u1/sign-ins', () =>
      HttpResponse.json({
        rows: [
          {
            id: 'e1',
            at: '2026-01-02T03:04:05Z',
            count: 3,
            outcome: 'wrong_credentials',
            amr: [],
            address: '10.0.0.9',
          },
        ],
        next: null,
      }),
    ),
    http.get('/api/admin/audit-events', () => listing([])),
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 'edc', softwareName: 'EDC' }]),
    ),
    http.delete('/api/admin/users/u1/sessions/x1', () => {
      sent.push(['end', 'x1'])
      return HttpResponse.json([])
    }),
  )
})

const open = (tab = '') => openConsole(`/index/systemManger/user/u1/show${tab}`)
const openTab = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('tab', { name }))

describe('the page of a person', () => {
  it('is where the name in the list leads, and leads to the form', async () => {
    const { user, router } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('link', { name: '王建国' }))
    await screen.findByRole('heading', { level: 1, name: '王建国' })
    expect(router.state.location.pathname).toBe('/index/systemManger/user/u1/show')
    expect(screen.getByText('wang@example.org', { selector: 'dd' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    expect(router.state.location.pathname).toBe('/index/systemManger/user/u1')
  })

  it('shows what somebody is authorised for, part by part, and revokes it', async () => {
    server.use(
      http.post('/api/admin/panels/edc/cancel', async ({ request }) => {
        sent.push(['revoke', await request.json()])
        return HttpResponse.json({ batchIds: ['b1'] }, { status: 202 })
      }),
      http.get('/api/admin/panels/batches/b1', () =>
        HttpResponse.json({
          batchId: 'b1',
          state: 'done',
          kind: 'revoke',
          total: 1,
          succeeded: [{ userId: 'u1', label: '王建国 (wang)' }],
          failed: [],
          pending: [],
        }),
      ),
    )
    const { user } = open()
    const table = await screen.findByRole('region', { name: 'Access' })
    expect(rows(within(table))[0]?.slice(0, 6)).toEqual([
      'Northwind',
      'A-01 Asthma',
      'EDC',
      'S01, S02',
      'cra',
      'prod',
    ])
    expect(rows(within(table))[0]?.[6]).toContain('boss')
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('B-01 Asthma')
    await user.click(screen.getByRole('button', { name: 'Revoke: wang, A-01' }))
    const dialog = await findDialog()
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'left the study')
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await waitFor(() =>
      expect(sent).toEqual([
        [
          'revoke',
          { tenantId: 't1', ids: ['g1'], isSite: false, siteId: null, reason: 'left the study' },
        ],
      ]),
    )
    await screen.findByText('王建国 (wang)')
  })

  it('shows the tenants with the role in each', async () => {
    const { user } = open()
    await openTab(user, 'Tenants')
    await screen.findByRole('link', { name: 'Northwind' })
    expect(rows()[0]?.[1]).toBe('Monitor')
    expect(rows()[0]?.[3]).toBe('Disabled')
  })

  it('shows where somebody is signed in, ends a session, and shows the last sign-ins', async () => {
    const { user } = open('?tab=sessions')
    await screen.findByText('Firefox 140, Linux')
    await screen.findByText('Wrong password or passkey × 3')
    server.use(
      http.get('/api/admin/users/u1/sessions', () => HttpResponse.json([session('own', true)])),
    )
    await user.click(screen.getByRole('button', { name: 'End session' }))
    const dialog = await findDialog('End a session of 王建国?')
    await user.click(dialog.getByRole('button', { name: 'End session' }))
    await screen.findByText('This session')
    expect(sent).toEqual([['end', 'x1']])
  })

  it('says why the account is locked', async () => {
    const event = {
      id: 'e1',
      at: '2026-01-02T03:04:05Z',
      actor: 'u9',
      actorName: 'boss',
      action: 'user.locked',
      resource: 'users',
      recordId: 'u1',
      recordName: '王建国',
      requestId: 'r',
      outcome: 'ok',
      reason: 'left the company',
    }
    server.use(
      http.get('/api/admin/users/u1', () => HttpResponse.json({ ...USERS[0], status: '1' })),
      http.get('/api/admin/audit-events', () => listing([event])),
    )
    const { user } = open()
    await screen.findByText(/left the company/)
    await openTab(user, 'History')
    await screen.findByRole('button', { name: /boss/ })
  })
})

describe('the explanation of access', () => {
  const TOLD = {
    allowed: false,
    subject: 'view “Tenants”',
    person: [{ kind: 'account', holds: true, required: true, text: 'the account is open' }],
    ways: [
      {
        name: 'The platform',
        allowed: false,
        tenantId: null,
        findings: [
          { kind: 'role', holds: true, required: true, text: 'the role is Operator' },
          {
            kind: 'menu',
            holds: false,
            required: true,
            text: 'the role does not have the menu “Tenants”',
          },
        ],
      },
    ],
    help: null,
  }

  it('is asked of a menu, and of a system', async () => {
    const asked: string[] = []
    server.use(
      http.get('/api/admin/users/u1/access-explanation', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(TOLD)
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Explain access' }))
    const dialog = await findDialog('Access of 王建国')
    const choose = async (name: string, option: string) => {
      await user.click(dialog.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await choose('Menu', 'Tenants')
    await user.click(dialog.getByRole('button', { name: 'Explain' }))
    await dialog.findByText('the role does not have the menu “Tenants”')
    expect(dialog.getAllByText('Not allowed')).toHaveLength(2)
    expect(dialog.getAllByTitle('Missing')).toHaveLength(1)
    await choose('About', 'System')
    await choose('System', 'EDC')
    await user.click(dialog.getByRole('button', { name: 'Explain' }))
    await waitFor(() =>
      expect(asked).toEqual(['?operation=systemManger%2Ftenant&act=view', '?softwareId=edc']),
    )
  })
})

describe('adding a user', () => {
  it('asks first whose they are', async () => {
    const { user, router } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    const dialog = await findDialog('Whom do you add?')
    const member = dialog.getByRole('link', { name: 'A member of a tenant' })
    expect(member.getAttribute('href')).toBe('/index/tenantManager/tenantUser')
    await user.click(dialog.getByRole('link', { name: 'Somebody of the platform’s staff' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/index/systemManger/user/create'),
    )
    await screen.findByRole('textbox', { name: /User name/ })
  })
})
