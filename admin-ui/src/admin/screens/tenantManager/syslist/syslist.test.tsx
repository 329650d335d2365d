import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import { filterOf, listing, openConsole, rows, startConsole } from '../../../testing'

const server = startConsole()

const row = {
  id: 'l1',
  tenantName: 'Northwind',
  softwareName: 'EDC',
  timeEnable: true,
  startTime: '2026-01-01',
  endTime: '2026-12-31',
  studyEnable: true,
  maxStudy: 3,
  nowStudyNum: 2,
  userEnable: false,
  maxUser: null,
  nowUserNum: null,
}

it('shows what tenants have and use, by tenant and system', async () => {
  const filters: unknown[] = []
  server.use(
    http.get('/api/admin/tenant-software', ({ request }) => {
      filters.push(filterOf(request))
      return listing([row, { ...row, id: 'l2', timeEnable: false, studyEnable: false }])
    }),
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 's1', softwareName: 'EDC' }]),
    ),
  )
  const { user } = openConsole('/index/tenantManager/syslist')
  await screen.findByText('2026-01-01 to 2026-12-31')
  expect(rows()).toEqual([
    ['Northwind', 'EDC', '2026-01-01 to 2026-12-31', '3', '2', 'Unlimited', '–'],
    ['Northwind', 'EDC', 'Unlimited', 'Unlimited', '2', 'Unlimited', '–'],
  ])
  await user.click(screen.getByRole('combobox', { name: 'System' }))
  await user.click(await screen.findByRole('option', { name: 'EDC' }))
  await waitFor(() => expect(filters.at(-1)).toEqual({ softwareId: 's1' }))
  await user.click(screen.getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Contoso' }))
  await waitFor(() => expect(filters.at(-1)).toEqual({ softwareId: 's1', tenantId: 't2' }))
  await user.click(screen.getByRole('combobox', { name: 'System' }))
  await user.click(await screen.findByRole('option', { name: 'All systems' }))
  await waitFor(() => expect(filters.at(-1)).toEqual({ tenantId: 't2' }))
  await user.clear(screen.getByRole('combobox', { name: 'Tenant' }))
  await waitFor(() => expect(filters.at(-1)).toEqual({}))
})

it.each([
  ['en', '10000+', '1-25 of 10000+'],
  ['zh', '超过 10000', '1-25，共超过 10000 条'],
] as const)(
  'says that there are more than the server counts, in %s',
  async (locale, used, range) => {
    setLocale(locale)
    server.use(
      http.get('/api/admin/tenant-software', () => {
        const many = Array.from({ length: 9 }, (_, at) => ({
          ...row,
          id: `m${at}`,
          nowUserNum: 9999,
        }))
        return listing([{ ...row, nowUserNum: 10_000 }, ...many], 10_000)
      }),
      http.get('/api/admin/tenant-software/choices', () => HttpResponse.json([])),
    )
    openConsole('/index/tenantManager/syslist')
    await screen.findByText(range)
    const numbers = rows().map((cells) => cells.at(-1))
    expect(numbers.slice(0, 2)).toEqual([used, '9999'])
  },
)
