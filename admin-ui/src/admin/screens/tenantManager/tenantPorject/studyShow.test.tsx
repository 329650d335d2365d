import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { findDialog, listing, openConsole, refusal, rows, startConsole } from '../../../testing'

const server = startConsole()

const STUDY = {
  id: 's1',
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  studyName: 'Asthma',
  studyCode: 'A-01',
  planCode: 'P-1',
  principal: 'Li Na',
  sponsor: 'Acme',
  siteCount: 6,
}

const grant = {
  id: 'g1',
  version: 1,
  userId: 'u1',
  fullName: 'Wang',
  userName: 'wang',
  tenantId: 't1',
  tenantName: 'Northwind',
  studyId: 's1',
  studyCode: 'A-01',
  studyName: 'Asthma',
  softwareId: 'edc',
  softwareName: 'EDC',
  sites: ['S01'],
  roles: ['cra'],
  environments: [],
  grantedAt: '2026-01-02T03:04:05Z',
  grantedBy: 'boss',
  suspendedAt: '2026-01-03T03:04:05Z',
}

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('/api/admin/studies/s1', () => HttpResponse.json(STUDY)),
    http.get('/api/admin/studies/s1/grants', ({ request }) => {
      const { search } = new URL(request.url)
      asked.push(search)
      return HttpResponse.json({ rows: search === '' ? [grant] : [], next: null })
    }),
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 'edc', softwareName: 'EDC' }]),
    ),
    http.get('/api/admin/study-sites', () => listing([{ id: 'x1', code: 'S01', nickName: 'One' }])),
    http.get('/api/admin/audit-events', () => listing([])),
  )
})

const PAGE = '/index/tenantManager/tenantPorject/s1/show'

it('shows who has what in a study, by system and site', async () => {
  const { user } = openConsole(PAGE)
  await screen.findByRole('heading', { level: 1, name: 'Asthma' })
  const table = await screen.findByRole('region', { name: 'Access' })
  const cells = rows(within(table))[0]
  expect(cells?.slice(0, 5)).toEqual(['Wang (wang)', 'EDC', 'S01', 'cra', '–'])
  expect(cells?.[5]).toContain('Suspended')
  const choose = async (name: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose('System', 'EDC')
  await screen.findByText('Nobody is authorised there.')
  await choose('Site', 'S01 One')
  await waitFor(() => expect(asked).toEqual(['', '?softwareId=edc', '?softwareId=edc&siteId=x1']))
})

it('shows the data of the study, and is edited from there', async () => {
  server.use(http.get('/api/admin/dictionary-items', () => listing([])))
  const { user } = openConsole(`${PAGE}?tab=data`)
  await screen.findByText('Li Na')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = await findDialog('Edit: Asthma')
  expect(dialog.getByRole('textbox', { name: /Study name/ })).toHaveProperty('value', 'Asthma')
})

it('says so where there is no such study', async () => {
  server.use(http.get('/api/admin/studies/s1', () => refusal(404, { message: 'No such record' })))
  openConsole(PAGE)
  await screen.findByText('No such record')
})
