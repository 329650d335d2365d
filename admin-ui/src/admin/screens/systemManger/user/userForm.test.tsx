import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import { changeProblems } from '../../../../shared/newPassword'
import { envelope, NIST, openConsole, refusal, savedMeanwhile } from '../../../testing'
import { NO_FACTORS, startUsers, USERS } from './fixtures'
import { optionalPassword } from './form'

const server = startUsers()

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

  it.each([
    {
      locale: 'en',
      fields: [/^User name/, /^Phone/],
      save: 'Save',
      password: /^Password/,
      said: [
        'please enter the full name',
        'the user name must have at least 4 characters',
        'please enter the e-mail',
        'the phone number must have at least 5 characters',
        'please select role',
      ],
    },
    {
      locale: 'zh',
      fields: [/^用户名/, /^电话/],
      save: '保存',
      password: /^密码/,
      said: ['请输入姓名', '用户名至少4个字符', '请输入邮箱', '电话至少5个字符', '请选择角色'],
    },
  ] as const)('holds back what the rules forbid, in $locale', async (each) => {
    setLocale(each.locale)
    const { user } = openConsole('/index/systemManger/user/create')
    const [userName, phone] = each.fields
    await user.type(await screen.findByRole('textbox', { name: userName }), 'a@b')
    await user.type(screen.getByRole('textbox', { name: phone }), '1234')
    await user.type(screen.getByLabelText(each.password), 'short')
    await user.click(screen.getByRole('button', { name: each.save }))
    for (const said of each.said) await screen.findByText(said)
    expect(
      screen.getByText('8 to 16 letters and digits, with upper case, lower case and a digit'),
    ).toBeDefined()
  })

  it('goes by the rules for passwords that the server has', async () => {
    server.use(http.get('/api/sys/passwordRules', () => envelope(NIST)))
    const { user } = openConsole('/index/systemManger/user/create')
    await screen.findByText('May be left empty. 15 to 128 characters of any kind.')
    const password = screen.getByLabelText(/^Password/)
    await user.type(password, 'Correct1horse')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('15 to 128 characters of any kind')
    await user.type(password, ' battery staple')
    await user.tab()
    await waitFor(() => expect(screen.queryByText('15 to 128 characters of any kind')).toBeNull())
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
    const birthday = screen.getByRole('textbox', { name: /^Date of birth/ })
    await user.type(birthday, '02/03/1990')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('the date must be yyyy-MM-dd')
    await user.clear(birthday)
    await user.type(birthday, '1990-02-03')
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
        birthday: '1990-02-03',
        remark: null,
        language: 'zh',
      },
    ])
  })

  it.each([
    {
      locale: 'en',
      words: ['Role', 'Save', 'Yours: Auditor', 'Theirs: nothing', 'Continue with this choice'],
      theirs: ['Display: Special display', 'Sex: Female', 'Country: Germany', 'Language: English'],
    },
    {
      locale: 'zh',
      words: ['角色', '保存', '您的修改： Auditor', '对方的修改： 空', '按此选择继续'],
      theirs: ['显示方式: 特殊显示', '性别: 女', '国家: Germany', '语言: English'],
    },
  ] as const)('reads to its reader what a faster colleague chose: $locale', async (each) => {
    setLocale(each.locale)
    const { user, router } = openConsole('/index/systemManger/user/u1')
    const [role, save, mine, theirs, go] = each.words
    await user.click(await screen.findByRole('combobox', { name: role }))
    await user.click(await screen.findByRole('option', { name: 'Auditor' }))
    const now = { roleId: null, language: 'en', userType: '1', sex: '1', countryId: 'DE' }
    const sent = savedMeanwhile(server, '/api/admin/users/u1', { ...USERS[0], ...now, version: 3 })
    await user.click(screen.getByRole('button', { name: save }))
    const shown = within(await screen.findByRole('alert'))
    await shown.findByText('Germany')
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(each.theirs)
    expect(await screen.findByRole('radio', { name: mine })).toHaveProperty('checked', true)
    expect(screen.getByRole('radio', { name: theirs })).toBeDefined()
    await user.click(screen.getByRole('button', { name: go }))
    await user.click(screen.getByRole('button', { name: save }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/user'))
    expect(sent.map(({ version }) => version)).toEqual([2, 3])
    expect(sent[1]).toMatchObject({ ...now, roleId: 'r3' })
  })

  it('offers open roles, a closed one to who has it, and the languages of the server', async () => {
    server.use(
      http.get('/api/admin/users/u1', () => HttpResponse.json({ ...USERS[0], roleId: 'r4' })),
      http.get('/api/admin/languages', () =>
        HttpResponse.json([
          { language: 'zh', desc: '中文' },
          { language: 'de', desc: 'Deutsch' },
        ]),
      ),
    )
    const { user } = openConsole('/index/systemManger/user/u1')
    const offered = async (name: RegExp) => {
      await user.click(await screen.findByRole('combobox', { name }))
      const options = await screen.findAllByRole('option')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
      return options.map((option) => option.textContent).filter((text) => text?.trim())
    }
    expect(await offered(/^Language/)).toEqual(['中文', 'Deutsch'])
    expect(await offered(/^Role/)).toEqual(['Operator', 'Auditor', 'Former operator'])
    await user.click(screen.getByRole('combobox', { name: /^Role/ }))
    await user.click(await screen.findByRole('option', { name: 'Auditor' }))
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(await offered(/^Role/)).toEqual(['Operator', 'Auditor'])
  })

  it.each([
    { role: 'r1', label: /^Role\s\*$/ },
    { role: null, label: /^Role$/ },
  ])('marks the role as required unless there is none: $role', async ({ role, label }) => {
    const sent: unknown[] = []
    server.use(
      http.get('/api/admin/users/u1', () => HttpResponse.json({ ...USERS[0], roleId: role })),
      http.put('/api/admin/users/u1', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...USERS[0], roleId: role })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/user/u1')
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    const field = await screen.findByRole('combobox', { name: 'Role' })
    expect(field.parentElement?.parentElement?.querySelector('label')?.textContent).toMatch(label)
    await user.type(name, '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/user'))
    expect(sent).toEqual([expect.objectContaining({ fullName: '王建国2', roleId: role })])
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
    const dialog = await screen.findByRole('dialog', {
      name: 'Reset the second factors of 王建国?',
    })
    await user.click(within(dialog).getByRole('button', { name: 'Reset second factors' }))
    await within(dialog).findByText('Please give a reason')
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
    ['', undefined],
    [null, undefined],
    ['Abcdefg1', undefined],
    ['abcdefg1', 'password.rule'],
    ['Abcdefg 1', 'password.rule'],
    ['Abcdefghijklmnop1', 'password.rule'],
  ])('judge the password %j', (password, verdict) =>
    expect(optionalPassword({ problems: changeProblems })(password)).toBe(verdict),
  )
})
