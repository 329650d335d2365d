import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  rows,
  startConsole,
  TENANTS,
} from '../../../testing'

const server = startConsole()

const LICENCE = {
  id: 'l1',
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  softwareId: 'edc',
  softwareName: 'EDC',
  timeEnable: true,
  startTime: '2026-01-01',
  endTime: '2026-12-31',
  maxStudy: 3,
  nowStudyNum: 1,
  nowUserNum: 7,
  standing: 'ended',
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/studies', ({ request }) =>
      listing(
        filterOf(request).tenantId === 't1'
          ? [{ id: 's1', studyName: 'Asthma', studyCode: 'A-01', sponsor: 'Acme' }]
          : [],
      ),
    ),
    http.get('/api/admin/tenant-users', () => listing([])),
    http.get('/api/admin/licences', () => listing([LICENCE])),
    http.get('/api/admin/audit-events', () => listing([])),
  )
})

describe('the page of a tenant', () => {
  it('shows what the tenant has, and leads to its studies and to its form', async () => {
    const { user, router } = openConsole('/index/systemManger/tenant')
    await user.click(await screen.findByRole('link', { name: 'Northwind' }))
    await screen.findByRole('heading', { level: 1, name: 'Northwind' })
    const study = await screen.findByRole('link', { name: 'Asthma' })
    expect(study.getAttribute('href')).toBe('/index/tenantManager/tenantPorject/s1/show')
    await user.click(screen.getByRole('tab', { name: 'Users' }))
    await screen.findByText('This tenant has no user yet.')
    await user.click(screen.getByRole('tab', { name: 'Systems' }))
    await screen.findByText('EDC')
    expect(rows()[0]).toEqual(['EDC', 'Ended', '2026-12-31', '1 / 3', '7 / ∞'])
    await user.click(screen.getByRole('tab', { name: 'Data' }))
    await screen.findByText('Shanghai', { selector: 'dd' })
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    expect(router.state.location.pathname).toBe('/index/systemManger/tenant/t1')
  })

  it('is archived with a reason, and restored', async () => {
    const sent: unknown[] = []
    const state = { archivedAt: null as string | null }
    const turn = (act: string, archivedAt: string | null) =>
      http.post(`/api/admin/tenants/t1/${act}`, async ({ request }) => {
        sent.push([act, await request.json()])
        state.archivedAt = archivedAt
        return HttpResponse.json({ ...TENANTS[0], ...state })
      })
    server.use(
      turn('archive', '2026-02-03T04:05:06Z'),
      turn('restore', null),
      http.get('/api/admin/tenants/t1', () => HttpResponse.json({ ...TENANTS[0], ...state })),
    )
    const { user } = openConsole('/index/systemManger/tenant/t1/show')
    const act = async (name: string, title: string) => {
      await user.click(await screen.findByRole('button', { name }))
      const dialog = await findDialog(title)
      await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'the contract is over')
      await user.click(dialog.getByRole('button', { name }))
    }
    await act('Archive', 'Archive Northwind?')
    await screen.findByText(/^Archived/)
    await act('Restore', 'Restore Northwind?')
    await screen.findByText('In use')
    const reason = 'the contract is over'
    expect(sent).toEqual([
      ['archive', { reason }],
      ['restore', { reason }],
    ])
  })

  it('says why it is not deleted', async () => {
    const message = 'this tenant still has studies and users and cannot be deleted'
    server.use(
      http.delete('/api/admin/tenants/t1', () => refusal(409, { code: 'in_use', message })),
    )
    const { user } = openConsole('/index/systemManger/tenant/t1/show')
    await user.click(await screen.findByRole('button', { name: 'Actions: Northwind' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: /Delete|Confirm/ }))
    await screen.findByText(message)
  })
})
