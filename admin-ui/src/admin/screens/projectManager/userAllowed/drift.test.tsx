import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { findDialog, listing, openConsole, refusal, startConsole } from '../../../testing'
import { DEFINITION, SOFTWARE } from './fixtures'

const server = startConsole()

const ADDRESS = '/index/projectManager/userAllowed'
const PANELS = '/api/admin/panels'

/** What the panel calls were sent, in their order. */
let sent: { path: string; body: unknown }[]

beforeEach(() => {
  sent = []
  const study = {
    id: 'b1',
    studyId: 'y1',
    studyName: 'Study 1',
    studyCode: 'ONC-301',
    tenantId: 't1',
  }
  server.use(
    http.get(PANELS, () => HttpResponse.json(SOFTWARE)),
    http.get(`${PANELS}/s1`, () => HttpResponse.json(DEFINITION)),
    http.post(`${PANELS}/s1/options`, () => HttpResponse.json({ choices: [], next: null })),
    http.get('/api/admin/allowed-studies', () => HttpResponse.json({ list: [study], next: null })),
    http.get('/api/admin/allowed-users', () => listing([])),
    http.get(`${PANELS}/batches/b2`, () =>
      HttpResponse.json({
        batchId: 'b2',
        state: 'running',
        kind: 'reconcile',
        total: 2,
        finished: 1,
        succeeded: [],
        failed: [],
        pending: [],
      }),
    ),
  )
})

describe('the comparison of a study with its system', () => {
  it('shows the differences page by page, and puts the chosen people right for a reason', async () => {
    const row = (subject: string, kind: string, more: object = {}) => ({
      subject,
      label: `Person of ${subject}`,
      isKnown: true,
      kind,
      columns: [],
      grantedSites: 'S01',
      grantedRoles: 'CRA',
      foundSites: '',
      foundRoles: '',
      ...more,
    })
    const pages: Record<string, object> = {
      '': { rows: [row('u1', 'missing')], compared: 50, next: 'second' },
      second: {
        rows: [
          row('u2', 'different', { columns: ['Sites'], foundSites: 'S02' }),
          row('x-7', 'extra', { isKnown: false, grantedSites: '', grantedRoles: '' }),
        ],
        compared: 7,
        next: null,
      },
    }
    server.use(
      http.get(`${PANELS}/s1/drift`, ({ request }) => {
        const query = new URL(request.url).searchParams
        expect([query.get('tenantId'), query.get('studyUrlId')]).toEqual(['t1', 'b1'])
        return HttpResponse.json(pages[query.get('after') ?? ''] ?? {})
      }),
      http.post(`${PANELS}/s1/reconcile`, async ({ request }) => {
        sent.push({ path: new URL(request.url).pathname, body: await request.json() })
        return HttpResponse.json({ batchId: 'b2' }, { status: 202 })
      }),
    )
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await user.click(await screen.findByRole('button', { name: 'Compare with system' }))
    const dialog = await findDialog('Comparing ONC-301 with the system')
    await dialog.findByText('People compared: 57. Differences: 3.')
    expect(dialog.getByText('not known to the platform')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Put the system right' }))
    await dialog.findByRole('alert')
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('checkbox', { name: 'Select every difference' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Person of u2' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Monthly comparison')
    await user.click(dialog.getByRole('button', { name: 'Put the system right' }))
    await findDialog('Result of putting the system right')
    await screen.findByText('Putting the system right: 1 of 2 done')
    expect(sent).toEqual([
      {
        path: `${PANELS}/s1/reconcile`,
        body: {
          tenantId: 't1',
          studyUrlId: 'b1',
          subjects: ['u1', 'x-7'],
          reason: 'Monthly comparison',
        },
      },
    ])
  })

  it('says so where the plugin cannot tell what the system holds', async () => {
    server.use(http.get(`${PANELS}/s1/drift`, () => refusal(501, { message: 'It cannot say' })))
    const { user } = openConsole(`${ADDRESS}?tenant=t1`)
    await user.click(await screen.findByRole('button', { name: 'Compare with system' }))
    const dialog = await findDialog('Comparing ONC-301 with the system')
    await dialog.findByText('It cannot say')
    expect(dialog.queryByRole('button', { name: 'Put the system right' })).toBeNull()
  })
})
