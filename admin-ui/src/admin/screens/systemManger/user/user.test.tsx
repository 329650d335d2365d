import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import {
  chooseMore,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  rows,
  watchDownloads,
} from '../../../testing'
import { startUsers, USERS } from './fixtures'

const server = startUsers()

describe('the list of users', () => {
  it('shows verification and lock of each user', async () => {
    openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    const cells = rows()
    expect(cells[0]?.slice(0, 6)).toEqual([
      '王建国',
      'wang',
      'wang@example.org Not verified',
      '13800138000',
      'Operator',
      'Normal',
    ])
    expect(cells[1]?.[2]).not.toContain('verified')
    expect(cells[1]?.[5]).toBe('Locked')
  })

  it('sends a verification mail where the address is not verified', async () => {
    const asked: string[] = []
    server.use(
      http.post('/api/admin/users/:id/email-verification', ({ params }) => {
        asked.push(String(params.id))
        return asked.length === 1
          ? HttpResponse.json(USERS[0] ?? null)
          : refusal(429, { message: 'Please wait 60 seconds before asking again' })
      }),
    )
    const { user } = openConsole('/index/systemManger/user')
    const send = async () => {
      await user.click(await screen.findByRole('button', { name: 'Actions: wang' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Send a verification mail' }))
    }
    await send()
    await screen.findByText('A verification e-mail has been sent to wang@example.org')
    await send()
    await screen.findByText('Please wait 60 seconds before asking again')
    expect(asked).toEqual(['u1', 'u1'])
    await user.click(screen.getByRole('button', { name: 'Actions: limin' }))
    await screen.findByRole('menuitem', { name: 'Unlock' })
    expect(screen.queryByRole('menuitem', { name: 'Send a verification mail' })).toBeNull()
  })

  it('filters by text and by user name', async () => {
    const { user } = openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'limin')
    await waitFor(() => expect(screen.queryByRole('link', { name: '王建国' })).toBeNull())
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'nobody')
    await screen.findByText('Nothing matches these filters.')
  })
})

describe('the filters of state', () => {
  it('ask the server for the locked, and for whose address is not verified', async () => {
    const asked: unknown[] = []
    server.use(
      http.get('/api/admin/users', ({ request }) => {
        asked.push(filterOf(request))
        return listing(USERS as never[])
      }),
    )
    const { user } = openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    const choose = async (filter: string, name: string) => {
      await user.click(screen.getByRole('combobox', { name: filter }))
      await user.click(await screen.findByRole('option', { name }))
    }
    await choose('Lock status', 'Locked')
    await choose('E-mail verification', 'Not verified')
    await waitFor(() => expect(asked.at(-1)).toEqual({ status: '1', emailValid: '1' }))
  })
})

describe('the check box of all data', () => {
  it('asks for those of special display too, and for nobody more once it is cleared', async () => {
    const asked: unknown[] = []
    server.use(
      http.get('/api/admin/users', ({ request }) => {
        const filter = filterOf(request)
        asked.push(filter)
        return listing((filter.searchAll ? USERS : USERS.slice(0, 1)) as never[])
      }),
    )
    const { user } = openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    expect(screen.queryByRole('link', { name: 'Li Min' })).toBeNull()
    const box = () => screen.getByRole('checkbox', { name: 'Get all data' })
    expect(document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Also shows people of special display',
    )
    await user.click(box())
    await screen.findByRole('link', { name: 'Li Min' })
    expect(box()).toHaveProperty('checked', true)
    await user.click(box())
    expect(box()).toHaveProperty('checked', false)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Li Min' })).toBeNull())
    // What is known is shown at once, and asked for again behind it.
    await waitFor(() => expect([asked[0], asked.at(-1)]).toEqual([{}, {}]))
    expect(asked).toContainEqual({ searchAll: true })
  })
})

describe('the export', () => {
  const saved = watchDownloads()

  it('saves everybody, or who is selected', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/users/export', async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 3
          ? refusal(503, { message: 'The server is busy' })
          : new HttpResponse('zip', { headers: { 'content-type': 'application/zip' } })
      }),
    )
    const { user } = openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    await chooseMore(user, 'Export all')
    await screen.findByText('The file is in your downloads.')
    await chooseMore(user, 'Select to export')
    expect(screen.getByRole('button', { name: 'Export selected (0)' })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(screen.getByRole('checkbox', { name: 'Select limin' }))
    await user.click(await screen.findByRole('button', { name: 'Export selected (1)' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([{ all: true }, { all: false, userIds: ['u2'] }])
    await chooseMore(user, 'Export all')
    await screen.findByText('The server is busy')
    expect(saved).toHaveLength(2)
    expect(saved[0]).toMatch(/^user list\d{14}\.zip$/)
  })

  it('forgets who was selected when selecting ends', async () => {
    const { user } = openConsole('/index/systemManger/user')
    const begin = () => chooseMore(user, 'Select to export')
    await begin()
    await user.click(await screen.findByRole('checkbox', { name: 'Select limin' }))
    await screen.findByRole('button', { name: 'Export selected (1)' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await begin()
    await screen.findByRole('button', { name: 'Export selected (0)' })
    // Nor does it wait for whoever comes back to the screen.
    await user.click(await screen.findByRole('checkbox', { name: 'Select limin' }))
    await user.click(screen.getByRole('link', { name: 'Tenants' }))
    await screen.findByRole('link', { name: 'Northwind' })
    await user.click(await screen.findByRole('link', { name: 'Users' }))
    await begin()
    await screen.findByRole('button', { name: 'Export selected (0)' })
  })
})

describe('the import', () => {
  it('tries a file, tells its errors, and makes users of a corrected one', async () => {
    const sent: { content: string; dryRun: boolean }[] = []
    const good = { applied: false, total: 2, created: 1, unchanged: 1, errorCount: 0, errors: [] }
    const bad = {
      ...good,
      errorCount: 1,
      errors: [{ row: 3, field: 'email', message: 'this e-mail is in use' }],
    }
    server.use(
      http.post('/api/admin/users/import', async ({ request }) => {
        const body = (await request.json()) as { content: string; dryRun: boolean }
        sent.push(body)
        if (!body.dryRun) return HttpResponse.json({ ...good, applied: true })
        return HttpResponse.json(sent.length === 1 ? bad : good)
      }),
    )
    const { user } = openConsole('/index/systemManger/user')
    await chooseMore(user, 'Import')
    const dialog = await findDialog('Import users')
    const file = new File(['Name,é'], 'users.csv')
    await user.upload(dialog.getByLabelText('Choose a file'), file)
    await dialog.findByText('2 rows: 1 new, 1 there already, 1 errors.')
    expect(rows(dialog)).toEqual([['3', 'E-mail', 'this e-mail is in use']])
    const act = dialog.getByRole('button', { name: 'Import 1 users' })
    expect(act).toHaveProperty('disabled', true)
    await user.upload(dialog.getByLabelText('Choose a file'), file)
    await dialog.findByText('2 rows: 1 new, 1 there already, 0 errors.')
    await user.click(act)
    await screen.findByText('1 users were imported.')
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, true, false])
    expect(new Set(sent.map(({ content }) => content))).toEqual(new Set(['TmFtZSzDqQ==']))
  })
})
