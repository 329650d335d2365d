import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chooseMore,
  freshBrowser,
  listing,
  openConsole,
  refusal,
  startServer,
  watchConsole,
} from '../../testing'

watchConsole()
freshBrowser()
const server = startServer()

const GOOD = { applied: false, total: 2, created: 2, unchanged: 0, errorCount: 0, errors: [] }
const member = {
  id: 'm1',
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  userName: 'limin',
  fullName: 'Li Min',
  enabled: '0',
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/sites', () => listing([])),
    http.get('/api/admin/tenant-users', () => listing([member])),
  )
})

describe('research centres out of a file', () => {
  it('are tried first: errors by row and column, and no way on with them', async () => {
    const errors = Array.from({ length: 200 }, (_, at) => ({
      row: at + 2,
      field: 'countryId',
      message: 'there is no such country',
    }))
    const bad = { ...GOOD, total: 300, created: 0, errorCount: 300, errors }
    server.use(http.post('/api/admin/sites/import', () => HttpResponse.json(bad)))
    const { user } = openConsole('/index/systemManger/site')
    await screen.findByText('No research centres yet')
    await chooseMore(user, 'Import')
    const dialog = within(await screen.findByRole('dialog', { name: 'Import research centres' }))
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['x'], 'sites.csv'))
    const table = within(await dialog.findByRole('table', { name: 'Errors by row' }))
    const [, first] = table.getAllByRole('row')
    const cells = within(first as HTMLElement).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '2',
      'Country',
      'there is no such country',
    ])
    dialog.getByText('The first 200 errors are shown.')
    const act = dialog.getByRole('button', { name: 'Import 0 research centres' })
    expect(act).toHaveProperty('disabled', true)
  })

  it('are not made where the file cannot be read, which is said', async () => {
    server.use(
      http.post('/api/admin/sites/import', () =>
        refusal(422, { message: 'Invalid', errors: { content: 'this column is missing: Level' } }),
      ),
    )
    const { user } = openConsole('/index/systemManger/site')
    await screen.findByText('No research centres yet')
    await chooseMore(user, 'Import')
    const dialog = within(await screen.findByRole('dialog'))
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['x'], 'sites.csv'))
    await dialog.findByText('this column is missing: Level')
  })

  it('have a template with the columns that the server reads', async () => {
    const saved: { name: string; file: Blob }[] = []
    let file = new Blob()
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (made: Blob) => {
          file = made
          return 'blob:x'
        },
        revokeObjectURL() {},
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, file })
    })
    const { user } = openConsole('/index/systemManger/site')
    await screen.findByText('No research centres yet')
    await chooseMore(user, 'Import')
    await user.click(await screen.findByRole('button', { name: 'Download a template' }))
    expect(saved.map(({ name }) => name)).toEqual(['research-centres.csv'])
    const reader = new FileReader()
    const read = new Promise((resolve) => {
      reader.onload = () => resolve(reader.result)
    })
    reader.readAsText(saved[0]?.file ?? new Blob())
    expect(await read).toBe('Name,Country,Province/State,City,Level,Type,Address,Remark\r\n')
  })
})

describe('tenant users out of a file', () => {
  it('go to the tenant that is chosen', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/tenant-users/import', async ({ request }) => {
        const body = (await request.json()) as { dryRun: boolean }
        sent.push(body)
        return HttpResponse.json({ ...GOOD, applied: !body.dryRun })
      }),
    )
    const filter = encodeURIComponent(JSON.stringify({ tenantId: 't1' }))
    const { user } = openConsole(`/index/tenantManager/tenantUser?filter=${filter}`)
    await chooseMore(user, 'Import')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Import users into the tenant' }),
    )
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['x'], 'users.csv'))
    await user.click(await dialog.findByRole('button', { name: 'Add 2 users' }))
    await screen.findByText('2 users were added.')
    const content = btoa('x')
    expect(sent).toEqual([
      { tenantId: 't1', content, fileName: 'users.csv', dryRun: true },
      { tenantId: 't1', content, fileName: 'users.csv', dryRun: false },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('need a tenant first', async () => {
    const { user } = openConsole('/index/tenantManager/tenantUser')
    await screen.findByText('limin')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Invite by e-mail' })
    expect(screen.queryByRole('menuitem', { name: 'Import' })).toBeNull()
  })
})
