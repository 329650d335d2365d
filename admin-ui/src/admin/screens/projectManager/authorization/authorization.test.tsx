import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { filterOf, findDialog, listing, openConsole, startConsole } from '../../../testing'
import { DEFINITION, person, SOFTWARE } from '../userAllowed/fixtures'

const server = startConsole()

const ADDRESS = '/index/projectManager/authorization?tenant=t1'
const PANELS = '/api/admin/panels'
const SENT = '/api/admin/preauthorisations'

type Row = Schemas['Preauthorisation']

const row = (id: string, more: Partial<Row>): Partial<Row> => ({
  id,
  tenantId: 't1',
  softwareId: 's1',
  email: `${id}@example.org`,
  userName: '',
  fullName: '',
  studyNames: 'Lung III',
  siteNames: 'S01',
  roleNames: 'CRA @ Production',
  state: 'waiting',
  reason: '',
  message: '',
  inviterName: 'Ada Admin',
  settledAt: null,
  expiresAt: '2026-01-19T08:00:00.000Z',
  sentAt: '2026-01-05T08:00:00.000Z',
  ...more,
})

let rows: Partial<Row>[]
let sent: unknown[]
let asked: Record<string, unknown>[]

beforeEach(() => {
  sent = []
  asked = []
  rows = [
    row('wang', { message: 'The licence is full', reason: 'full' }),
    row('li', { state: 'accepted', fullName: 'Li Na', userName: 'lina' }),
    row('zhao', { state: 'failed', message: 'No such role' }),
    row('qian', { state: 'withdrawn' }),
  ]
  server.use(
    http.get(PANELS, () => HttpResponse.json(SOFTWARE)),
    http.get(`${PANELS}/s1`, () => HttpResponse.json(DEFINITION)),
    http.post(`${PANELS}/s1/options`, () =>
      HttpResponse.json({ choices: [{ id: 'p1', label: 'ONC-301', disabled: false }], next: null }),
    ),
    http.post(`${PANELS}/s1/validate`, () => HttpResponse.json([])),
    http.get('/api/admin/tenant-users', () => listing([person(1)])),
    http.get(SENT, ({ request }) => {
      asked.push(filterOf(request))
      return listing(rows)
    }),
    http.post(SENT, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({
        success: [{ id: 'new', label: 'new@example.org', messageId: 'm1' }],
        failure: [{ label: 'Person 1 (user.1)', message: 'It waits already' }],
      })
    }),
    http.post(`${SENT}/zhao/resend`, () => {
      rows = rows.map((each) => (each.id === 'zhao' ? row('zhao', { state: 'waiting' }) : each))
      return HttpResponse.json({ ...row('zhao', {}), messageId: 'm2' })
    }),
    http.delete(`${SENT}/wang`, () => {
      rows = rows.map((each) => (each.id === 'wang' ? row('wang', { state: 'withdrawn' }) : each))
      return HttpResponse.json(row('wang', { state: 'withdrawn' }))
    }),
    http.get('/api/admin/deliveries/m2', () => HttpResponse.json({ state: 'sent' })),
  )
})

const find = async (email: string) =>
  within((await screen.findByText(email)).closest('tr') as HTMLElement)

describe('pre-authorisation', () => {
  it('goes from the panel to who got it and who did not', async () => {
    const { user } = openConsole(ADDRESS)
    await user.click(await screen.findByRole('radio', { name: 'ONC-301' }))
    await user.click(screen.getByRole('button', { name: 'Select users to authorise' }))
    const dialog = await findDialog('Select users to authorise')
    await user.click(dialog.getByRole('button', { name: 'Send pre-authorisation' }))
    expect(dialog.getByText('Please select at least one user')).toBeDefined()
    expect(sent).toEqual([])
    for (const [name, option] of [
      [/^Role/, 'Monitor'],
      [/^Type/, 'Internal'],
    ] as const) {
      await user.click(await screen.findByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'new@example.org')
    await user.click(await dialog.findByRole('checkbox', { name: 'Person 1 user.1' }))
    await user.click(dialog.getByRole('button', { name: 'Send pre-authorisation' }))
    const result = await findDialog('Authorisation result')
    await result.findByRole('heading', { name: 'Succeeded (1)' })
    expect(result.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'new@example.org',
      'Person 1 (user.1)It waits already',
    ])
    expect(sent).toEqual([
      {
        tenantId: 't1',
        softwareId: 's1',
        userIds: ['u1'],
        emails: ['new@example.org'],
        userRole: 'r2',
        userTypeId: 'k1',
        grants: [{ cells: { project: { picks: ['p1'] } } }],
      },
    ])
    // What was sent is in the list, which is read anew.
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
  })

  it('shows what became of each, and sends again or withdraws what is open', async () => {
    const { user } = openConsole(ADDRESS)
    const waiting = await find('wang@example.org')
    expect(waiting.getByText(/did not succeed: The licence is full/)).toBeDefined()
    expect((await find('li@example.org')).getByText('Accepted, being set up')).toBeDefined()
    expect((await find('zhao@example.org')).getByText('No such role')).toBeDefined()
    expect((await find('qian@example.org')).queryByRole('button')).toBeNull()

    await user.click((await find('zhao@example.org')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await waitFor(async () =>
      expect((await find('zhao@example.org')).getByText('Waiting')).toBeDefined(),
    )

    await user.click((await find('wang@example.org')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Withdraw' }))
    const ask = await findDialog('wang@example.org')
    await user.click(ask.getByRole('button', { name: /confirm|withdraw|ok/i }))
    await waitFor(async () =>
      expect((await find('wang@example.org')).getByText('Withdrawn')).toBeDefined(),
    )
  })

  it('is narrowed by state and by the beginning of an address', async () => {
    const { user } = openConsole(ADDRESS)
    await find('wang@example.org')
    expect(asked[0]).toEqual({ tenantId: 't1', softwareId: 's1' })
    await user.click(screen.getByRole('combobox', { name: 'State' }))
    await user.click(await screen.findByRole('option', { name: 'Expired' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search by e-mail' }), 'wa')
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ tenantId: 't1', softwareId: 's1', state: 'expired', q: 'wa' }),
    )
  })
})
