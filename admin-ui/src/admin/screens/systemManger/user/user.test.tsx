import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  filterOf,
  freshBrowser,
  listing,
  openConsole,
  refusal,
  startServer,
  watchConsole,
} from '../../../testing'
import { noAt, optionalPassword } from './form'

// How passwords are sealed is tested where it is done.
vi.mock('../../../../shared/password', () => ({
  seal: async (password: string) => `sealed ${password}`,
}))

watchConsole()
freshBrowser()
const server = startServer()

const USERS = [
  {
    id: 'u1',
    version: 2,
    fullName: '王建国',
    userName: 'wang',
    email: 'wang@example.org',
    emailValid: '1',
    phone: '13800138000',
    roleId: 'r1',
    roleName: 'Operator',
    status: '0',
    userType: '0',
    sex: '0',
    birthday: null,
    remark: null,
    language: 'zh',
    org: 'local',
  },
  {
    id: 'u2',
    version: 1,
    fullName: 'Li Min',
    userName: 'limin',
    emailValid: '0',
    status: '1',
    org: 'ldap',
  },
]

const NO_FACTORS = { id: 'u1', totp: false, passkeys: 0, recoveryCodes: 0, required: false }

beforeEach(() => {
  server.use(
    http.get('/api/admin/users', ({ request }) => {
      const { q, userName } = filterOf(request)
      const fits = ({ fullName, userName: name }: (typeof USERS)[number]) =>
        (!q || fullName.includes(String(q))) && (!userName || name.includes(String(userName)))
      return listing(USERS.filter(fits))
    }),
    http.get('/api/admin/users/u1', () => HttpResponse.json(USERS[0] ?? null)),
    http.get('/api/admin/users/u1/factors', () => HttpResponse.json(NO_FACTORS)),
  )
})

describe('the list of users', () => {
  it('shows verification and lock of each user', async () => {
    openConsole('/index/systemManger/user')
    await screen.findByRole('link', { name: '王建国' })
    const rows = screen.getAllByRole('row').slice(1)
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(cells[0]?.slice(0, 8)).toEqual([
      '王建国',
      'wang',
      'wang@example.org',
      'Not verifiedSend a verification mail',
      '13800138000',
      'Operator',
      'ChangeReset',
      'Normal',
    ])
    expect(cells[1]?.[3]).toBe('Verified')
    expect(cells[1]?.[6]).toBe('Kept elsewhere')
    expect(cells[1]?.[7]).toBe('Locked')
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
    const name = 'Send a verification mail: wang@example.org'
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByText('A verification e-mail has been sent to wang@example.org')
    await user.click(screen.getByRole('button', { name }))
    await screen.findByText('Please wait 60 seconds before asking again')
    expect(asked).toEqual(['u1', 'u1'])
    expect(screen.queryAllByRole('button', { name: /^Send a verification mail/ })).toHaveLength(1)
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

describe('the form of a user', () => {
  it('adds a user, and leaves out a password that was not given', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/users', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...USERS[1], id: 'u3' }, { status: 201 })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/user/create')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Chen Jing')
    await user.type(screen.getByRole('textbox', { name: /^User name/ }), 'chen')
    await user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'chen@example.org')
    await user.type(screen.getByRole('textbox', { name: /^Phone/ }), '13800')
    await user.click(await screen.findByRole('combobox', { name: /^Role/ }))
    await user.click(await screen.findByRole('option', { name: 'Operator' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/user'))
    const [body] = sent as Record<string, unknown>[]
    expect(body).toMatchObject({
      fullName: 'Chen Jing',
      userName: 'chen',
      email: 'chen@example.org',
      phone: '13800',
      roleId: 'r1',
      language: 'zh',
      userType: '0',
    })
    expect(body?.password ?? null).toBeNull()
  })

  it('holds back what the rules forbid', async () => {
    const { user } = openConsole('/index/systemManger/user/create')
    await user.type(await screen.findByRole('textbox', { name: /^User name/ }), 'a@b')
    await user.type(screen.getByRole('textbox', { name: /^Phone/ }), '1234')
    await user.type(screen.getByLabelText(/^Password/), 'short')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Required')).toHaveLength(3)
    expect(screen.getByText('Must be 4 characters at least')).toBeDefined()
    expect(screen.getByText('Must be 5 characters at least')).toBeDefined()
    expect(
      screen.getByText('8-16 letters and digits, with upper case, lower case and a digit'),
    ).toBeDefined()
  })

  it('changes the basic information and shows a refusal on its field', async () => {
    const sent: unknown[] = []
    server.use(
      http.put('/api/admin/users/u1', async ({ request }) => {
        sent.push(await request.json())
        return refusal(422, { message: 'Invalid', errors: { fullName: 'Taken' } })
      }),
    )
    const { user } = openConsole('/index/systemManger/user/u1')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), '2')
    expect(screen.getByText('wang · wang@example.org · 13800138000')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: /^User name/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Taken')
    expect(sent).toEqual([
      {
        version: 2,
        fullName: '王建国2',
        userName: 'wang',
        email: 'wang@example.org',
        phone: '13800138000',
        roleId: 'r1',
        userType: '0',
        sex: '0',
        birthday: null,
        remark: null,
        language: 'zh',
      },
    ])
  })

  it('adds an account that is pulled by e-mail or phone', async () => {
    const sent: unknown[] = []
    const pulled = {
      ucId: 'u9',
      fullName: 'Chen Jing',
      userName: 'chen',
      email: 'chen@example.org',
      phone: '13812345678',
    }
    server.use(
      http.post('/api/admin/user-accounts/pull', async ({ request }) => {
        const asked = (await request.json()) as { email?: string; phone?: string }
        sent.push(asked)
        if (asked.phone) return refusal(404, { message: 'user info does not exist' })
        return HttpResponse.json(asked.email === 'none@x.org' ? { ...pulled, ucId: null } : pulled)
      }),
      http.post('/api/admin/users', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...USERS[1], id: 'u9' }, { status: 201 })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/user/create')
    const whose = await screen.findByRole('textbox', { name: 'Existing account: E-mail or phone' })
    await user.type(whose, '13800000000{Enter}')
    await screen.findByText('user info does not exist')
    await user.clear(whose)
    await user.type(whose, 'none@x.org{Enter}')
    await screen.findByText('User info does not exist')
    await user.clear(whose)
    await user.type(whose, 'chen@example.org')
    await user.click(screen.getByRole('button', { name: 'Look up' }))
    await screen.findByText('The account of Chen Jing is added, not a new one.')
    expect(screen.getByRole('textbox', { name: /^Phone/ })).toHaveProperty('value', '13812345678')
    await user.click(await screen.findByRole('combobox', { name: /^Role/ }))
    await user.click(await screen.findByRole('option', { name: 'Operator' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/user'))
    expect(sent.at(-1)).toMatchObject({ ...pulled, roleId: 'r1' })
  })
})

describe('the acts on a user', () => {
  async function openActs() {
    const { user } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Actions: wang' }))
    const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name }))
    return { user, choose }
  }

  /** Notes what is posted or put to `path`; the first answer may be a refusal. */
  function noting(method: 'post' | 'put', path: string, first?: Response) {
    const sent: unknown[] = []
    server.use(
      http[method](path, async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1 && first ? (first as never) : HttpResponse.json(USERS[0] ?? null)
      }),
    )
    return sent
  }

  it('changes important information, and says on which field it is refused', async () => {
    const refused = refusal(422, { message: 'Invalid', errors: { email: 'in use' } })
    const sent = noting('put', '/api/admin/users/u1/important', refused)
    const { user, choose } = await openActs()
    await choose('Update important information')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Important information of 王建国' }),
    )
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), '.cn')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('in use')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    const body = {
      version: 2,
      userName: 'wang',
      email: 'wang@example.org.cn',
      phone: '13800138000',
    }
    expect(sent).toEqual([body, body])
  })

  it('locks for a reason', async () => {
    const refused = refusal(422, { message: 'Invalid', errors: { reason: 'give a reason' } })
    const sent = noting('post', '/api/admin/users/u1/lock', refused)
    const { user, choose } = await openActs()
    await choose('Lock')
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    await screen.findByText('give a reason')
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), ' gone {Enter}')
    await screen.findByText('The account is locked.')
    expect(sent).toEqual([{ reason: '' }, { reason: 'gone' }])
  })

  it('sets a password that keeps the rule, and sends a link to one', async () => {
    const sent = noting('post', '/api/admin/users/u1/password')
    server.use(
      http.post('/api/admin/users/u1/password-reset', () =>
        HttpResponse.json({ id: 'u1', email: 'wang@example.org', sessions: 1 }),
      ),
    )
    const { user } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Change password: wang' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^New password/), 'short')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('8–16 letters and digits, with upper case, lower case and a digit')
    expect(dialog.getByText('Confirmation cannot be empty')).toBeDefined()
    await user.clear(dialog.getByLabelText(/^New password/))
    await user.type(dialog.getByLabelText(/^New password/), 'Correct1horse')
    await user.type(dialog.getByLabelText(/^The same again/), 'Correct1horse')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password change success')
    expect(sent).toEqual([{ password: 'sealed Correct1horse' }])
    await user.click(screen.getByRole('button', { name: 'Reset password: wang' }))
    await screen.findByText(/A link with which a new password is set goes to wang@example.org/)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    await screen.findByText(/^New password sent to the address wang@example.org/)
  })

  it('asks before it deletes', async () => {
    const gone: unknown[] = []
    server.use(
      http.delete('/api/admin/users/:id', ({ params }) => {
        gone.push(params.id)
        return HttpResponse.json(USERS[0] ?? null)
      }),
    )
    const { user, choose } = await openActs()
    await choose('Delete')
    await screen.findByText('Delete this information?')
    expect(gone).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted successfully')
    expect(gone).toEqual(['u1'])
  })

  it('offers nothing that is not to be changed here for an account kept elsewhere', async () => {
    const { user } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Actions: limin' }))
    const acts = await screen.findAllByRole('menuitem')
    expect(acts.map((act) => act.textContent)).toEqual([
      'Edit basic information',
      'Unlock',
      'Delete',
    ])
    expect(screen.queryByRole('button', { name: /password: limin/ })).toBeNull()
  })
})

describe('the export', () => {
  it('saves everybody, or who is selected', async () => {
    const sent: unknown[] = []
    const saved: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
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
    await user.click(screen.getByRole('button', { name: 'Export all' }))
    await screen.findByText('The file is in your downloads.')
    await user.click(screen.getByRole('button', { name: 'Select to export' }))
    expect(screen.getByRole('button', { name: 'Export selected (0)' })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(screen.getByRole('checkbox', { name: 'Select limin' }))
    await user.click(await screen.findByRole('button', { name: 'Export selected (1)' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([{ all: true }, { all: false, userIds: ['u2'] }])
    await user.click(await screen.findByRole('button', { name: 'Export all' }))
    await screen.findByText('The server is busy')
    expect(saved).toHaveLength(2)
    expect(saved[0]).toMatch(/^user list\d{14}\.zip$/)
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
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import users' }))
    const file = new File(['Name,é'], 'users.csv')
    await user.upload(dialog.getByLabelText('Choose a file'), file)
    await dialog.findByText('2 rows: 1 new, 1 there already, 1 errors.')
    const cells = within(dialog.getByRole('table')).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['3', 'E-mail', 'this e-mail is in use'])
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

describe('the second factors of a user', () => {
  it('are reset for a reason, and only then', async () => {
    const sent: unknown[] = []
    let has: object = { ...NO_FACTORS, totp: true, passkeys: 2, recoveryCodes: 7, required: true }
    server.use(
      http.get('/api/admin/users/u1/factors', () => HttpResponse.json(has as never)),
      http.post('/api/admin/users/u1/factors/reset', async ({ request }) => {
        sent.push(await request.json())
        has = NO_FACTORS
        return HttpResponse.json(NO_FACTORS)
      }),
    )
    const { user } = openConsole('/index/systemManger/user/u1')
    await screen.findByText(/Authenticator: yes. Passkeys: 2. Recovery codes left: 7./)
    expect(screen.getByText(/A role or a tenant requires one/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Reset second factors' }))
    const dialog = screen.getByRole('dialog', { name: 'Reset the second factors of 王建国?' })
    await user.click(within(dialog).getByRole('button', { name: 'Reset second factors' }))
    expect(within(dialog).getByText('Please give a reason')).toBeDefined()
    expect(sent).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), ' Lost phone {Enter}')
    await screen.findByText('None set up.')
    expect(sent).toEqual([{ reason: 'Lost phone' }])
    expect(screen.queryByRole('button', { name: 'Reset second factors' })).toBeNull()
  })

  it('stay as they are when the server refuses, which is said', async () => {
    server.use(
      http.get('/api/admin/users/u1/factors', () =>
        HttpResponse.json({ ...NO_FACTORS, totp: true }),
      ),
      http.post('/api/admin/users/u1/factors/reset', () =>
        refusal(403, { message: 'nobody changes an account stronger than their own' }),
      ),
    )
    const { user } = openConsole('/index/systemManger/user/u1')
    await user.click(await screen.findByRole('button', { name: 'Reset second factors' }))
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Lost{Enter}')
    await screen.findByText('nobody changes an account stronger than their own')
    expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveProperty('value', 'Lost')
  })
})

describe('the rules', () => {
  it.each([
    ['wang', undefined],
    ['wang@x', 'cardea.user.name_at'],
    [undefined, undefined],
  ])('judge the user name %j', (name, verdict) => expect(noAt(name)).toBe(verdict))

  it.each([
    ['', undefined],
    [null, undefined],
    ['Abcdefg1', undefined],
    ['abcdefg1', 'cardea.user.password_rule'],
    ['Abcdefg 1', 'cardea.user.password_rule'],
    ['Abcdefghijklmnop1', 'cardea.user.password_rule'],
  ])('judge the password %j', (password, verdict) =>
    expect(optionalPassword(password)).toBe(verdict),
  )
})
