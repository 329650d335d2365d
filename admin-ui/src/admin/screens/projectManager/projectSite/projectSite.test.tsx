import { screen, waitFor, within } from '@testing-library/react'
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
  startConsole,
} from '../../../testing'

const server = startConsole()
const STUDIES = [
  { id: 's1', version: 1, tenantId: 't1', studyName: 'Asthma', studyCode: 'A-1' },
  { id: 's2', version: 1, tenantId: 't1', studyName: 'Lung', studyCode: 'L-1' },
]
const site = (id: string, nickName: string) => ({
  id,
  version: 1,
  tenantId: 't1',
  nickName,
  siteName: `Site of ${nickName}`,
  areaName: 'China-Shanghai',
  levelDesc: 'Tertiary',
  remark: 'new wing',
})
const chosen = (id: string, studyId: string, code: string, nickName: string) => ({
  ...site(id, nickName),
  studyId,
  tenantSiteId: `of-${id}`,
  code,
})
let sites: ReturnType<typeof chosen>[] = []
const sent: [string, unknown][] = []

beforeEach(() => {
  sent.length = 0
  sites = [chosen('c1', 's1', 'S01', 'Alpha'), chosen('c2', 's2', 'S02', 'Beta')]
  server.use(
    http.get('/api/admin/studies', ({ request }) => {
      const { tenantId, q } = filterOf(request)
      const found = STUDIES.filter((study) => !q || study.studyName.startsWith(String(q)))
      return listing(tenantId === 't1' ? found : [])
    }),
    http.get('/api/admin/study-sites', ({ request }) =>
      listing(sites.filter((each) => each.studyId === filterOf(request).studyId)),
    ),
    http.get('/api/admin/studies/s2/unselected-sites', ({ request }) => {
      const { q } = filterOf(request)
      const left = ['Clinic', 'Hospital'].map((name) => site(name.toLowerCase(), name))
      return listing(left.filter(({ nickName }) => !q || nickName.startsWith(String(q))))
    }),
    http.post('/api/admin/study-sites', async ({ request }) => {
      const body = (await request.json()) as { code: string }
      sent.push(['add', body])
      if (body.code === 'S02') {
        return refusal(422, {
          message: 'Wrong',
          errors: { code: 'the study has this code already' },
        })
      }
      sites = [...sites, chosen('c3', 's2', body.code, 'Hospital')]
      return HttpResponse.json(sites.at(-1) ?? null, { status: 201 })
    }),
    http.put('/api/admin/study-sites/c1', async ({ request }) => {
      sent.push(['change', await request.json()])
      return HttpResponse.json(sites[0] ?? null)
    }),
    http.delete('/api/admin/study-sites/c1', () => {
      sent.push(['remove', 'c1'])
      return HttpResponse.json(sites.shift() ?? null)
    }),
  )
})

it('gives the study that is chosen on the left a site of its tenant, under a code', async () => {
  const { user } = openConsole('/index/projectManager/projectSite')
  await within(await screen.findByRole('region', { name: 'Sites: Asthma' })).findByText('Alpha')
  await user.type(screen.getByRole('searchbox', { name: 'Search studies by name or code' }), 'Lu')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Asthma' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Lung' }))
  const table = within(await screen.findByRole('region', { name: 'Sites: Lung' }))
  await table.findByText('Beta')
  expect(columns().slice(2)).toEqual(['Code', 'Name', 'Region', 'Level', 'Remark', 'Actions'])

  await user.click(table.getByRole('button', { name: 'Add a site' }))
  const picker = await findDialog('Choose a site')
  await user.type(picker.getByRole('searchbox', { name: 'Search by site name' }), 'Hosp')
  await waitFor(() => expect(picker.queryByRole('button', { name: 'Clinic' })).toBeNull())
  await user.click(await picker.findByRole('button', { name: 'Hospital' }))
  const dialog = await findDialog('Add a site')
  for (const [name, value] of [
    ['Name', 'Hospital'],
    ['Original name', 'Site of Hospital'],
    ['Level', 'Tertiary'],
    ['Region', 'China-Shanghai'],
    ['Remark', 'new wing'],
  ] as const) {
    const field = dialog.getByRole('textbox', { name })
    expect([field.getAttribute('value'), (field as HTMLInputElement).readOnly]).toEqual([
      value,
      true,
    ])
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('enter the code')
  const code = dialog.getByRole('textbox', { name: /^Code/ })
  await user.type(code, 'S02{Enter}')
  await dialog.findByText('the study has this code already')
  await user.clear(code)
  await user.type(code, 'S03{Enter}')
  await screen.findByText('S03')
  expect(sent.at(-1)).toEqual([
    'add',
    { tenantId: 't1', studyId: 's2', tenantSiteId: 'hospital', code: 'S03' },
  ])
})

it('gives a site another code, and takes it away after a question', async () => {
  const { user } = openConsole('/index/projectManager/projectSite')
  await user.click(await screen.findByRole('button', { name: 'Actions: Alpha' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await findDialog('Edit: Alpha')
  await user.type(dialog.getByRole('textbox', { name: /^Code/ }), '-B{Enter}')
  await screen.findByText('Modified successfully')
  expect(sent).toEqual([['change', expect.objectContaining({ version: 1, code: 'S01-B' })]])
  await user.click(await screen.findByRole('button', { name: 'Actions: Alpha' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('Delete this information?')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('No sites are chosen for this study yet.')
  expect(sent.at(-1)).toEqual(['remove', 'c1'])
})

it('says in Chinese that a tenant has no studies', async () => {
  setLocale('zh')
  openConsole('/index/projectManager/projectSite?tenant=t2')
  await screen.findByText('该租户还没有项目。')
  expect(screen.getByText('选择项目后显示其中心。')).toBeDefined()
})
