import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import {
  findDialog,
  listing,
  openConsole,
  refusal,
  savedMeanwhile,
  startConsole,
  taking,
} from '../../../testing'
import { dayOf, textOf } from '../../../widgets/form/DaysPicker'

const server = startConsole()

const calendar = (id: string) => ({
  id,
  tenantId: id,
  version: 4,
  provisionalYears: [],
  lawHolidays: '2026-05-01,2026-05-04',
  extraWorkdays: '2026-05-09',
})

/** Today is this day. */
const today = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: dayOf(day) })

afterEach(() => {
  vi.useRealTimers()
})

beforeEach(() => {
  today('2026-05-20')
  server.use(
    http.get('/api/admin/holidays', () =>
      listing([
        { id: 't1', tenantName: 'Northwind', lawHolidays: '2026-05-01', extraWorkdays: '' },
        { id: 't2', tenantName: 'Contoso', lawHolidays: null, extraWorkdays: null },
      ]),
    ),
    http.get('/api/admin/holidays/:id', ({ params }) =>
      HttpResponse.json(calendar(String(params.id))),
    ),
  )
})

describe('holidays', () => {
  it('lists tenants with what their own calendars say', async () => {
    openConsole('/index/systemManger/holiday')
    await screen.findByText('Northwind')
    expect(screen.getByText('1 holidays, 0 workdays')).toBeDefined()
    expect(screen.getByText('As the global ones')).toBeDefined()
  })

  it('changes a calendar by keyboard and mouse, and says what the server refuses', async () => {
    const refused = refusal(422, {
      message: 'Invalid',
      errors: { extraWorkdays: 'cannot be both' },
    })
    const sent = taking(server, 'put', '/api/admin/holidays/t1', calendar('t1'), refused)
    const { user } = openConsole('/index/systemManger/holiday')
    await user.click(await screen.findByRole('button', { name: 'Edit: Northwind' }))
    const dialog = await findDialog('Holidays of Northwind')
    const law = within(dialog.getByRole('group', { name: 'Statutory holidays' }))
    expect(law.getByText('2 days · 2 days in 2026')).toBeDefined()
    await user.click(law.getByRole('button', { name: /May 4th, 2026, selected/ }))
    await user.keyboard('{ArrowRight} ')
    expect(law.getByText('2 days · 2 days in 2026')).toBeDefined()
    const extra = within(dialog.getByRole('group', { name: 'Extra workdays' }))
    await user.click(extra.getByRole('button', { name: /May 10th, 2026/ }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('cannot be both')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    const body = {
      version: 4,
      lawHolidays: '2026-05-01,2026-05-05',
      extraWorkdays: '2026-05-09,2026-05-10',
    }
    expect(sent).toEqual([body, body])
  })

  it('shows which days a faster colleague added and removed, and saves what is chosen', async () => {
    const { user } = openConsole('/index/systemManger/holiday')
    await user.click(await screen.findByRole('button', { name: 'Edit: Northwind' }))
    const dialog = await findDialog('Holidays of Northwind')
    const law = within(dialog.getByRole('group', { name: 'Statutory holidays' }))
    await user.click(law.getByRole('button', { name: /May 5th, 2026/ }))
    await user.click(law.getByRole('button', { name: /May 6th, 2026/ }))
    const saves = savedMeanwhile(server, '/api/admin/holidays/t1', {
      ...calendar('t1'),
      version: 5,
      lawHolidays: '2026-05-01',
      extraWorkdays: '',
    })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/Somebody else has changed this record/)
    expect(dialog.getByRole('listitem').textContent).toBe('Extra workdays: removed 2026-05-09')
    const choice = within(dialog.getByRole('radiogroup', { name: 'Statutory holidays' }))
    expect(
      choice.getByRole('radio', { name: 'Yours: added 2026-05-05; 2026-05-06' }),
    ).toHaveProperty('checked', true)
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(choice.getByRole('radio', { name: 'Theirs: removed 2026-05-04' }))
    await user.click(dialog.getByRole('button', { name: 'Continue with this choice' }))
    expect(law.getByText('1 days · 1 days in 2026')).toBeDefined()
    await user.click(law.getByRole('button', { name: /May 7th, 2026/ }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    expect(saves.map(({ version }) => version)).toEqual([4, 5])
    expect(saves[1]).toEqual({
      version: 5,
      lawHolidays: '2026-05-01,2026-05-07',
      extraWorkdays: '',
    })
  })

  it('shows the month of today in both, whatever is chosen', async () => {
    today('2027-02-28')
    const { user } = openConsole('/index/systemManger/holiday')
    await user.click(await screen.findByRole('button', { name: 'Edit: Northwind' }))
    const dialog = await findDialog('Holidays of Northwind')
    const months = dialog.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))
    expect(months).toEqual(['February 2027', 'February 2027'])
    expect(dialog.getByText('2 days · 0 days in 2027')).toBeDefined()
  })

  it.each([
    [
      'en',
      'Edit global holidays',
      'Global holidays',
      /^.*2027 is provisional: its days are worked out/,
    ],
    ['zh', '编辑全局节假日', '全局节假日', /2027 年为暂定/],
  ] as const)(
    'says in the global calendar which year is not published yet, in %s',
    async (locale, open, title, said) => {
      setLocale(locale)
      server.use(
        http.get('/api/admin/holidays/sys', () =>
          HttpResponse.json({ ...calendar('sys'), provisionalYears: ['2027'] }),
        ),
      )
      const { user } = openConsole('/index/systemManger/holiday')
      await user.click(await screen.findByRole('button', { name: open }))
      const dialog = await findDialog(title)
      expect(dialog.getByText(said)).toBeDefined()
    },
  )

  it('goes from year to year', async () => {
    const { user } = openConsole('/index/systemManger/holiday')
    await user.click(await screen.findByRole('button', { name: 'Edit: Northwind' }))
    const dialog = await findDialog('Holidays of Northwind')
    expect(dialog.queryByText(/provisional/)).toBeNull()
    const law = within(dialog.getByRole('group', { name: 'Statutory holidays' }))
    const shown = () => law.getByRole('grid').getAttribute('aria-label')
    await user.click(law.getByRole('button', { name: 'Next year: Statutory holidays' }))
    expect(shown()).toBe('May 2027')
    expect(law.getByText('2 days · 0 days in 2027')).toBeDefined()
    for (let year = 0; year < 2; year += 1) {
      await user.click(law.getByRole('button', { name: 'Previous year: Statutory holidays' }))
    }
    expect(shown()).toBe('May 2025')
  })
})

it.each(['2026-01-01', '2027-12-31', '2028-02-29'])('keeps the day %s what it is', (day) => {
  expect(textOf(dayOf(day))).toBe(day)
})
