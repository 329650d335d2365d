import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  envelope,
  everyMenu,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  rows,
  savedMeanwhile,
  startConsole,
  taking,
  USER,
} from '../../../testing'
import type { Member } from './model'

const server = startConsole()

const member = (id: string, rest: Partial<Member> = {}): Member =>
  ({
    id,
    version: 3,
    userId: `user-${id}`,
    tenantId: 't1',
    tenantName: 'Northwind',
    userName: id,
    fullName: `${id} Full`,
    email: `${id}@example.org`,
    phone: '13800138000',
    role: 'r2',
    roleName: 'Monitor',
    typeId: 'k1',
    positionId: null,
    address: '',
    enabled: '0',
    ...rest,
  }) as Member

const filters: Record<string, unknown>[] = []

beforeEach(() => {
  filters.length = 0
  server.use(
    http.get('/api/admin/tenant-users', ({ request }) => {
      filters.push(filterOf(request))
      return listing([member('anna'), member('bernd', { enabled: '1' })] as never[])
    }),
    http.get('/api/admin/unselected-users', ({ request }) => {
      expect(filterOf(request).tenantId).toBe('t1')
      return listing([
        { id: 'u3', userName: 'chen', fullName: 'Chen Jing', email: 'c@x.cn' },
        { id: 'u4', userName: 'dora', fullName: 'Dora', email: 'd@x.cn' },
      ])
    }),
  )
})

async function openList(address = '/index/tenantManager/tenantUser') {
  const opened = openConsole(address)
  await screen.findByText('anna Full')
  return opened
}

async function act(user: ReturnType<typeof openConsole>['user'], name: string) {
  await user.click(screen.getByRole('button', { name: 'Actions: anna' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  return await findDialog()
}

/** Takes what is sent, and refuses it first. */
const once = (method: 'post' | 'put', path: string, errors: Record<string, string>) =>
  taking(
    server,
    method,
    path,
    member('anna') as never,
    refusal(422, { message: 'Invalid', errors }),
  )

describe('the list of tenant users', () => {
  it('is of all tenants until one is chosen, and only then adds', async () => {
    const { user } = await openList()
    expect(filters.at(-1)).toEqual({})
    expect(rows()[1]?.slice(0, 7)).toEqual([
      'bernd Full',
      'bernd',
      'bernd@example.org',
      '13800138000',
      'Monitor',
      'Disabled',
      'Northwind',
    ])
    expect(screen.queryByRole('button', { name: 'Add users' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Tenant' }))
    await user.click(await screen.findByRole('option', { name: 'Northwind' }))
    await screen.findByRole('button', { name: 'Add users' })
    await waitFor(() => expect(filters.at(-1)).toEqual({ tenantId: 't1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Get all data' }))
    await waitFor(() => expect(filters.at(-1)).toEqual({ tenantId: 't1', searchAll: true }))
  })

  it('invites, and tries nothing that would be refused, where the reader has tenants of their own', async () => {
    server.use(
      http.get('/api/sys/user/info', () =>
        envelope({ ...USER, menuList: everyMenu(), platformMenus: [] }),
      ),
      http.get('/api/admin/tenant-users', () =>
        listing([
          member('anna'),
          member('root', { ofPlatform: true, email: '', phone: '' }),
        ] as never[]),
      ),
    )
    const filter = encodeURIComponent(JSON.stringify({ tenantId: 't1' }))
    const { user } = await openList(`/index/tenantManager/tenantUser?filter=${filter}`)
    await screen.findByText('Kept by the platform')
    expect(screen.getByRole('button', { name: 'Actions: anna' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions: root' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add users' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Invite by e-mail' })
    expect(screen.queryByRole('menuitem', { name: 'Import' })).toBeNull()
  })

  it('takes several people in at once', async () => {
    const filter = encodeURIComponent(JSON.stringify({ tenantId: 't1' }))
    const { user } = await openList(`/index/tenantManager/tenantUser?filter=${filter}`)
    const sent = once('post', '/api/admin/tenant-users', { userIds: 'please select a user' })
    await user.click(await screen.findByRole('button', { name: 'Add users' }))
    const dialog = await findDialog('Add users to the tenant')
    await user.click(dialog.getByRole('button', { name: 'Add users' }))
    await screen.findByText('please select a user')
    for (const name of ['Chen Jing (chen)', 'Dora (dora)']) {
      await user.type(screen.getByRole('combobox', { name: 'Users' }), 'x')
      await user.click(await screen.findByRole('option', { name }))
    }
    for (const [label, option] of [
      [/^Tenant role/, 'Monitor'],
      [/^Type/, 'Internal'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: label }))
      const chosen = await screen.findByRole('option', { name: option })
      // A closed role is nobody's to give.
      expect(screen.queryByRole('option', { name: 'Former monitor' })).toBeNull()
      await user.click(chosen)
    }
    const form = within(screen.getByRole('dialog', { name: 'Add users to the tenant' }))
    await user.click(form.getByRole('button', { name: 'Add users' }))
    await screen.findByText('Added successfully')
    expect(sent.at(-1)).toEqual({
      tenantId: 't1',
      userIds: ['u3', 'u4'],
      role: 'r2',
      typeId: 'k1',
      positionId: null,
    })
  })
})

describe('the acts on a tenant user', () => {
  it('changes basic information', async () => {
    const { user } = await openList()
    const sent = once('put', '/api/admin/tenant-users/anna', {
      positionId: 'please select position',
    })
    const dialog = await act(user, 'Edit basic information')
    // 600 px: of the 500 to 1000 that a dialog has.
    expect(screen.getByRole('dialog').className).toContain('paperWidthSm')
    await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'Shanghai')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('please select position')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    const body = { version: 3, typeId: 'k1', positionId: null, address: 'Shanghai' }
    expect(sent).toEqual([body, body])
  })

  it('changes important information', async () => {
    const { user } = await openList()
    const sent = once('put', '/api/admin/tenant-users/anna/important', {
      role: 'please select role',
    })
    const dialog = await act(user, 'Edit important information')
    await user.click(dialog.getByRole('combobox', { name: 'State' }))
    await user.click(await screen.findByRole('option', { name: 'Disabled' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('please select role')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    expect(sent.at(-1)).toEqual({ version: 3, role: 'r2', enabled: '1' })
  })

  it('shows by name what a faster colleague did, and saves what is chosen', async () => {
    const role = (id: string, name: string) => ({ id, name, roleType: '2', status: '0' })
    server.use(
      http.get('/api/admin/roles', () => listing([role('r2', 'Monitor'), role('r3', 'Auditor')])),
    )
    const theirs = member('anna', { version: 4, role: null, enabled: '1' })
    const path = '/api/admin/tenant-users/anna'
    const saves = savedMeanwhile(server, path, theirs as never, `${path}/important`)
    const { user } = await openList()
    const dialog = await act(user, 'Edit important information')
    await user.click(dialog.getByRole('combobox', { name: 'Tenant role' }))
    await user.click(await screen.findByRole('option', { name: 'Auditor' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/Somebody else has changed this record/)
    expect(dialog.getByRole('listitem').textContent).toBe('State: Disabled')
    expect(dialog.getByRole('radio', { name: 'Yours: Auditor' })).toHaveProperty('checked', true)
    expect(dialog.getByRole('radio', { name: 'Theirs: nothing' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Continue with this choice' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    expect(saves.at(-1)).toEqual({ version: 4, role: 'r3', enabled: '1' })
  })

  it('keeps what is typed when the list behind it is read anew', async () => {
    const { user } = await openList()
    const dialog = await act(user, 'Edit basic information')
    await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'Shanghai')
    const changed = member('anna', { version: 4, fullName: 'Anna Theirs', address: 'Berlin' })
    server.use(http.get('/api/admin/tenant-users', () => listing([changed as never])))
    // The reader comes back to the window.
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByRole('cell', { name: 'Anna Theirs', hidden: true })
    expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveProperty('value', 'Shanghai')
  })

  it('says in the dialog why nothing is saved', async () => {
    server.use(
      http.put('/api/admin/tenant-users/anna', () => refusal(403, { message: 'Not allowed' })),
    )
    const { user } = await openList()
    const dialog = await act(user, 'Edit basic information')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Not allowed')
    expect(dialog.getByRole('button', { name: 'Copy req-1' })).toBeDefined()
  })

  it('has a PIN code sent, and says when it is not', async () => {
    let asked = 0
    server.use(
      http.post('/api/admin/tenant-users/anna/pin-code', () => {
        asked += 1
        return asked === 1
          ? HttpResponse.json(member('anna') as never)
          : refusal(429, { message: 'Please wait 60 seconds before asking again' })
      }),
    )
    const { user } = await openList()
    for (const said of [
      /^A code with which anna Full/,
      'Please wait 60 seconds before asking again',
    ]) {
      await user.click(screen.getByRole('button', { name: 'Actions: anna' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Send a PIN code' }))
      await screen.findByText(said)
    }
    expect(screen.queryByText(/^A code with which/), 'the newest notification alone').toBeNull()
  })

  it('asks before it takes somebody out', async () => {
    let gone = 0
    server.use(
      http.delete('/api/admin/tenant-users/anna', () => {
        gone += 1
        return HttpResponse.json(member('anna') as never)
      }),
    )
    const { user } = await openList()
    const dialog = await act(user, 'Delete')
    expect(dialog.getByText('Delete this information?')).toBeDefined()
    expect(gone).toBe(0)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted successfully')
    expect(gone).toBe(1)
  })

  it('have a page with what they are authorised for in the tenant', async () => {
    server.use(
      http.get('/api/admin/tenant-users/anna', () =>
        HttpResponse.json(member('anna', { departmentName: 'Operations' }) as never),
      ),
      http.get('/api/admin/users/user-anna/grants', () => HttpResponse.json({ rows: [] })),
      http.get('/api/admin/audit-events', ({ request }) => {
        expect(filterOf(request)).toEqual({ resource: 'tenant-users', recordId: 'anna' })
        return listing([])
      }),
    )
    const { user } = await openList()
    await user.click(screen.getByRole('link', { name: 'anna Full' }))
    await screen.findByRole('heading', { level: 1, name: 'anna Full' })
    await screen.findByText('This person is authorised for nothing.')
    await screen.findByText('Operations')
    await user.click(screen.getByRole('tab', { name: 'History' }))
    await user.click(screen.getByRole('button', { name: 'Actions: anna' }))
    await screen.findByRole('menuitem', { name: 'Send a PIN code' })
  })
})
