import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import {
  columns,
  filterOf,
  listing,
  openConsole,
  refusal,
  rows,
  startConsole,
  watchToasts,
} from '../../../testing'

const server = startConsole()
const told = watchToasts()

const site = (id: string, siteName: string, isUserAdd: number) => ({
  id,
  version: 1,
  siteName,
  areaName: 'China-Guangdong-Shenzhen',
  levelId: 'l1',
  levelDesc: 'Tertiary',
  typeId: 'k1',
  typeDesc: 'General',
  address: 'Road 1',
  remark: '',
  countryId: null,
  provinceId: null,
  cityId: null,
  isUserAdd,
})
const SITES = [site('s1', 'Clinic', 1), site('s2', 'Hospital', 0)]
const ITEMS: Record<string, { id: string; dicName: string; sort: number }> = {
  '11': { id: 'l1', dicName: 'Tertiary', sort: 1 },
  '12': { id: 'k1', dicName: 'General', sort: 1 },
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/sites', ({ request }) => {
      const { q } = filterOf(request)
      return listing(SITES.filter(({ siteName }) => !q || siteName.startsWith(String(q))))
    }),
    http.get('/api/admin/dictionary-items', ({ request }) => {
      const item = ITEMS[String(filterOf(request).categoryId)]
      return listing(item ? [item] : [])
    }),
  )
})

describe('the research centres', () => {
  it('show where they are and what they are, and keep what came with the platform', async () => {
    const { user } = openConsole('/index/systemManger/site')
    await screen.findByRole('link', { name: 'Clinic' })
    expect(columns()).toEqual(['Name', 'Region', 'Level', 'Type', 'Address', 'Actions'])
    expect(rows()[0]).toEqual([
      'Clinic',
      'China-Guangdong-Shenzhen',
      'Tertiary',
      'General',
      'Road 1',
      '',
    ])
    expect(screen.queryByRole('button', { name: 'Actions: Hospital' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'Hosp')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Clinic' })).toBeNull())
  })

  it('are read on a page with the tenants and the studies that have them', async () => {
    const asked: unknown[] = []
    const having = (noun: string, row: object) =>
      http.get(`/api/admin/${noun}`, ({ request }) => {
        asked.push([noun, filterOf(request)])
        return listing([row as never])
      })
    server.use(
      http.get('/api/admin/sites/s2', () => HttpResponse.json(SITES[1] ?? null)),
      having('tenant-sites', { id: 'ts1', tenantName: 'Northwind', nickName: 'North clinic' }),
      having('study-sites', { id: 'ss1', studyId: 'st1', code: 'S01', nickName: 'North clinic' }),
      having('studies', { id: 'st1', studyName: 'Asthma' }),
      http.get('/api/admin/audit-events', () => listing([])),
    )
    const { user } = openConsole('/index/systemManger/site')
    await user.click(await screen.findByRole('link', { name: 'Hospital' }))
    await screen.findByRole('heading', { level: 1, name: 'Hospital' })
    await screen.findByText('North clinic')
    expect(rows()[0]).toEqual(['Northwind', 'North clinic'])
    await user.click(screen.getByRole('tab', { name: 'Studies' }))
    const study = await screen.findByRole('link', { name: 'Asthma' })
    expect(study.getAttribute('href')).toBe('/index/tenantManager/tenantPorject/st1/show')
    expect(rows()[0]).toEqual(['Asthma', 'S01', 'North clinic'])
    expect(asked).toEqual([
      ['tenant-sites', { siteId: 's2' }],
      ['study-sites', { siteId: 's2' }],
      ['studies', { id: ['st1'] }],
    ])
    // It came with the platform, and stays.
    expect(screen.getByRole('link', { name: 'Edit' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions: Hospital' })).toBeNull()
  })

  it('are removed after a question, unless a tenant has them, which is said', async () => {
    server.use(
      http.delete('/api/admin/sites/s1', () =>
        refusal(409, { code: 'in_use', message: 'this site is in use by tenants' }),
      ),
    )
    const { user } = openConsole('/index/systemManger/site')
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Actions: Clinic' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    }
    await remove()
    await screen.findByText('Delete this information?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(told()).toBe('Operation cancelled')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await remove()
    await screen.findByText('Delete this information?')
    await user.keyboard('{Escape}')
    expect(told()).toBe('Operation cancelled')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await remove()
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await screen.findByText('this site is in use by tenants')
  })

  it('are added with name, level and type', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/sites', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(SITES[0] ?? null, { status: 201 })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/site/create')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'New site')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('please select the level')
    expect(screen.getByText('please select the type')).toBeDefined()
    for (const [name, option] of [
      [/^Level/, 'Tertiary'],
      [/^Type/, 'General'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/site'))
    expect(sent).toEqual([
      expect.objectContaining({ siteName: 'New site', levelId: 'l1', typeId: 'k1' }),
    ])
  })

  it.each([
    [
      'en',
      'Save',
      ['please enter the site name', 'please select the level', 'please select the type'],
    ],
    ['zh', '保存', ['请输入中心名称', '请选择级别', '请选择类型']],
  ] as const)('say what is missing, in %s', async (locale, save, said) => {
    setLocale(locale)
    const { user } = openConsole('/index/systemManger/site/create')
    await user.click(await screen.findByRole('button', { name: save }))
    for (const sentence of said) await screen.findByText(sentence)
  })

  it.each([
    ['en', /^Name/, 'please enter the site name'],
    ['zh', /^名称/, '请输入中心名称'],
  ] as const)(
    'say what is missing when a field is left, before anything is saved, in %s',
    async (locale, name, said) => {
      setLocale(locale)
      const { user } = openConsole('/index/systemManger/site/create')
      await screen.findByRole('textbox', { name })
      await user.tab()
      await screen.findByText(said)
    },
  )

  it('offer every country of the list, found by a part of its name in either language', async () => {
    const countries = Array.from({ length: 246 }, (_, n) => ({
      id: `c${n}`,
      areaName: `Country ${n}`,
      areaNameZh: `国家${n}`,
      areaNameEn: `Country ${n}`,
      areaCode: `c${n}`,
    }))
    server.use(
      http.get('/api/admin/areas', ({ request }) =>
        listing(filterOf(request).parentId === '0' ? countries : []),
      ),
    )
    const { user } = openConsole('/index/systemManger/site/create')
    const country = await screen.findByRole('combobox', { name: 'Country' })
    await user.click(country)
    await screen.findByRole('option', { name: 'Country 245' })
    expect(screen.getAllByRole('option')).toHaveLength(246)
    await user.type(country, '国家24')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(7))
    await user.click(screen.getByRole('option', { name: 'Country 245' }))
    expect(country).toHaveProperty('value', 'Country 245')
  })
})
