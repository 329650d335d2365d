import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import {
  columns,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  rows,
  startConsole,
} from '../../../testing'

const server = startConsole()
const study = (id: string, studyName: string) => ({
  id,
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  studyName,
  studyCode: `C-${id}`,
  planCode: `P-${id}`,
  principal: 'Li Na',
  nameAbbr: 'LUNG',
  fameFull: 'A trial',
  sponsor: 'Acme',
  departmentTypeId: null,
  therapeuticAreaId: 'lung',
  startTime: null,
  endTime: null,
  durationTime: '',
  siteCount: 6,
  patientCount: 240,
})
const ITEMS = [
  { id: 'onc', dicName: 'Oncology', parentId: '0', sort: 1 },
  { id: 'lung', dicName: 'Lung cancer', parentId: 'onc', sort: 1 },
]
let studies: ReturnType<typeof study>[] = []
const asked: unknown[] = []
const sent: [string, unknown][] = []

beforeEach(() => {
  asked.length = 0
  sent.length = 0
  studies = [study('1', 'Asthma'), study('2', 'Lung')]
  server.use(
    http.get('/api/admin/studies', ({ request }) => {
      const filter = filterOf(request)
      asked.push(filter)
      const begins = ({ studyName }: { studyName: string }) =>
        studyName.startsWith(String(filter.q ?? ''))
      return listing(filter.tenantId === 't1' ? studies.filter(begins) : [])
    }),
    http.get('/api/admin/dictionary-items', ({ request }) =>
      listing(filterOf(request).categoryId === '16' ? ITEMS : []),
    ),
    http.post('/api/admin/studies', async ({ request }) => {
      sent.push(['add', await request.json()])
      return HttpResponse.json(study('3', 'New'), { status: 201 })
    }),
    http.put('/api/admin/studies/1', async ({ request }) => {
      sent.push(['change', await request.json()])
      return HttpResponse.json(studies[0] ?? null)
    }),
    http.delete('/api/admin/studies/1', () =>
      refusal(409, { code: 'in_use', message: 'this study is in use by sites' }),
    ),
  )
})

it('lists the studies of the first tenant, searched on the server', async () => {
  const { user } = openConsole('/index/tenantManager/tenantPorject')
  await screen.findByText('Asthma')
  expect(asked).toEqual([{ tenantId: 't1' }])
  expect(columns()).toEqual([
    ...['No.', 'Plan code', 'Study code', 'Study name', 'Sponsor', 'Tenant', 'Actions'],
  ])
  expect(rows()[1]?.slice(0, 6)).toEqual(['2', 'P-2', 'C-2', 'Lung', 'Acme', 'Northwind'])
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or code' }), 'Lu')
  await waitFor(() => expect(screen.queryByText('Asthma')).toBeNull())
  expect(asked.at(-1)).toEqual({ tenantId: 't1', q: 'Lu' })
})

it('takes a new study once the rules are kept', async () => {
  const { user } = openConsole('/index/tenantManager/tenantPorject')
  await user.click(await screen.findByRole('button', { name: 'Add a study' }))
  const dialog = await findDialog('Add a study')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const said of [
    'enter the name',
    'enter the code',
    'enter the plan number',
    'enter the person in charge',
    'enter the abbreviated name',
    'enter the full name',
    'enter the number of sites',
    'enter the number of subjects',
  ]) {
    await dialog.findByText(said)
  }
  const type = (name: string, value: string) =>
    user.type(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }), value)
  for (const [name, value] of [
    ['Study name', 'New'],
    ['Study code', 'N-1'],
    ['Plan code', 'P'],
    ['Person in charge', 'Li'],
    ['Abbreviated name', 'N'],
    ['Full name', 'A new trial'],
    ['Number of sites', '-1'],
    ['Number of subjects', '0'],
    ['Start date', '2026-02-01'],
    ['End date', '2026-02-01'],
  ] as const) {
    await type(name, value)
  }
  await dialog.findByText('start time cannot be later than the end time')
  await dialog.findByText('please enter a whole number that is not negative')
  const end = dialog.getByRole('textbox', { name: /^End date/ })
  await user.clear(end)
  await user.type(end, '2027-02-01')
  expect(dialog.queryByText('start time cannot be later than the end time')).toBeNull()
  const sites = dialog.getByRole('textbox', { name: /^Number of sites/ })
  await user.clear(sites)
  await user.type(sites, '6')
  await user.click(dialog.getByRole('combobox', { name: 'Therapeutic area' }))
  await user.click(await screen.findByRole('option', { name: 'Oncology / Lung cancer' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Added successfully')
  expect(sent).toEqual([
    [
      'add',
      expect.objectContaining({
        tenantId: 't1',
        studyName: 'New',
        siteCount: '6',
        patientCount: '0',
        startTime: '2026-02-01',
        endTime: '2027-02-01',
        therapeuticAreaId: 'lung',
      }),
    ],
  ])
})

it('changes a study, takes a choice back, and asks before one is removed', async () => {
  const { user } = openConsole('/index/tenantManager/tenantPorject')
  const act = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions: Asthma' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await act('Edit')
  const dialog = await findDialog('Edit: Asthma')
  await user.click(await dialog.findByRole('combobox', { name: 'Therapeutic area' }))
  await user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
  await user.type(dialog.getByRole('textbox', { name: /^Sponsor/ }), ' Ltd{Enter}')
  await screen.findByText('Modified successfully')
  const changed = { version: 1, sponsor: 'Acme Ltd', therapeuticAreaId: null }
  expect(sent).toEqual([['change', expect.objectContaining(changed)]])
  await act('Delete')
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await screen.findByText('this study is in use by sites')
})

it('says in Chinese that a tenant has none', async () => {
  setLocale('zh')
  openConsole('/index/tenantManager/tenantPorject?tenant=t2')
  await screen.findByText('该租户还没有项目。')
  expect(screen.getByRole('button', { name: '新增租户项目' })).toBeDefined()
})
