import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import { columns, listing, openConsole, refusal, startConsole, TENANTS } from '../../../testing'

const server = startConsole()

describe('the list of tenants', () => {
  it('shows the columns and a link to each tenant', async () => {
    openConsole('/index/systemManger/tenant')
    const link = await screen.findByRole('link', { name: 'Northwind' })
    expect(link.getAttribute('href')).toBe('/index/systemManger/tenant/t1/show')
    expect(columns()).toEqual(['Name', 'Code', 'Abbreviation', 'Category', 'Contact', 'Address'])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tenants')
  })

  it('asks for the first 25, and for what the address says', async () => {
    const asked: string[] = []
    server.use(
      http.get('/api/admin/tenants', ({ request }) => {
        const { searchParams } = new URL(request.url)
        asked.push(`${searchParams.get('sort')} ${searchParams.get('range')}`)
        return listing(TENANTS, 60)
      }),
    )
    openConsole('/index/systemManger/tenant')
    await screen.findByRole('link', { name: 'Northwind' })
    openConsole('/index/systemManger/tenant?page=2&perPage=20&sort=tenantName&order=ASC')
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked).toEqual(['["createdAt","DESC"] [0,24]', '["tenantName","ASC"] [20,39]'])
  })

  it('searches on the server and keeps the search in the address', async () => {
    const { user, router } = openConsole('/index/systemManger/tenant')
    await screen.findByRole('link', { name: 'Northwind' })
    await user.type(screen.getByRole('textbox', { name: /search/i }), 'Con')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Northwind' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Contoso' })).toBeDefined()
    expect(decodeURIComponent(router.state.location.search)).toContain('{"q":"Con"}')
  })

  it('keeps the filters in sight when they leave nothing, and clears them on demand', async () => {
    const { user } = openConsole('/index/systemManger/tenant?filter={"q":"zzz"}')
    await screen.findByText('Nothing matches these filters.')
    expect(screen.getByRole('textbox', { name: /search/i })).toHaveProperty('value', 'zzz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByRole('link', { name: 'Northwind' })
  })

  it('offers one action while there are no tenants', async () => {
    server.use(http.get('/api/admin/tenants', () => listing([])))
    openConsole('/index/systemManger/tenant')
    const heading = await screen.findByRole('heading', { name: 'No tenants yet' })
    const page = heading.parentElement as HTMLElement
    expect(within(page).getAllByRole('link')).toHaveLength(1)
  })

  it('says what went wrong and tries again', async () => {
    server.use(
      http.get('/api/admin/tenants', () => refusal(503, { message: 'Too busy' }), { once: true }),
    )
    const { user } = openConsole('/index/systemManger/tenant')
    await screen.findByText('Too busy')
    expect(screen.getByRole('button', { name: 'Copy req-1' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Northwind' })
  })
})

describe('the form of a tenant', () => {
  it('adds a tenant with the fields that were filled in', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/tenants', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...TENANTS[1], id: 't3' }, { status: 201 })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/tenant/create')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Fabrikam')
    await user.type(screen.getByRole('textbox', { name: /^Abbreviation/ }), 'FA')
    await user.click(screen.getByRole('combobox', { name: /^Category/ }))
    const choices = await screen.findAllByRole('option')
    expect(choices.map((choice) => choice.textContent)).toEqual(['Sponsor', 'CRO'])
    await user.click(screen.getByRole('option', { name: 'CRO' }))
    expect(screen.getByText(/Every member of this tenant proves a second factor/)).toBeDefined()
    await user.click(screen.getByRole('switch', { name: 'Second factor required' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/tenant'))
    expect(sent).toEqual([
      expect.objectContaining({
        tenantName: 'Fabrikam',
        abbr: 'FA',
        categoryId: 'c2',
        mfaRequired: true,
      }),
    ])
  })

  it.each([
    {
      locale: 'en',
      fields: [/^Phone/, /^E-mail/, /^Contact/],
      save: 'Save',
      said: [
        'please enter the name',
        'please enter the abbreviation',
        'please select the category',
        'enter a number value',
        'email format error, please re-enter',
        'at most 200 characters',
      ],
    },
    {
      locale: 'zh',
      fields: [/^电话/, /^邮箱/, /^联系人/],
      save: '保存',
      said: [
        '请输入名称',
        '请输入简称',
        '请选择类别',
        '请输入数字值',
        '邮箱格式错误，请重新输入',
        '长度不能超过200个字符',
      ],
    },
  ] as const)('holds back what the rules forbid, in $locale', async (each) => {
    setLocale(each.locale)
    const { user } = openConsole('/index/systemManger/tenant/create')
    const typed = ['12x', 'nobody', 'a'.repeat(201)]
    for (const [at, name] of each.fields.entries()) {
      await user.click(await screen.findByRole('textbox', { name }))
      await user.paste(typed[at] ?? '')
    }
    await user.click(screen.getByRole('button', { name: each.save }))
    for (const said of each.said) await screen.findByText(said)
  })

  it('puts the server’s complaints on their fields', async () => {
    server.use(
      http.put('/api/admin/tenants/t1', () =>
        refusal(422, { message: 'Invalid', errors: { abbr: 'Already in use' } }),
      ),
    )
    const { user } = openConsole('/index/systemManger/tenant/t1')
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.type(name, '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Already in use')).toBeDefined()
  })

  it('sends the version it read, shows what a faster colleague did, and saves what is chosen', async () => {
    const sent: Record<string, unknown>[] = []
    const theirs = {
      ...TENANTS[0],
      contact: 'Chen',
      tenantName: 'South',
      countryId: 'DE',
      version: 5,
    }
    server.use(
      http.put('/api/admin/tenants/t1', async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>
        sent.push(body)
        expect(body.createdAt).toBeUndefined()
        if (body.version !== 5) return refusal(409, { code: 'conflict', message: 'Changed' })
        return HttpResponse.json({ ...theirs, ...body, version: 6 })
      }),
    )
    const { user, router } = openConsole('/index/systemManger/tenant/t1')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), '!')
    await user.type(screen.getByRole('textbox', { name: /^Address/ }), ' 1')
    server.use(http.get('/api/admin/tenants/t1', () => HttpResponse.json(theirs)))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByText(/Somebody else has changed this record/)
    expect(screen.getByText(/^Contact:/).textContent).toBe('Contact: Chen')
    await screen.findByText('Germany')
    expect(screen.getByRole('radio', { name: 'Yours: Northwind!' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: 'Theirs: South' }))
    await user.click(screen.getByRole('button', { name: 'Continue with this choice' }))
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'South')
    expect(screen.getByRole('textbox', { name: /^Contact/ })).toHaveProperty('value', 'Chen')
    expect(screen.getByRole('textbox', { name: /^Address/ })).toHaveProperty('value', 'Shanghai 1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/tenant'))
    expect(sent.map(({ version }) => version)).toEqual([4, 5])
    expect(sent[1]).toMatchObject({
      tenantName: 'South',
      contact: 'Chen',
      address: 'Shanghai 1',
      countryId: 'DE',
    })
  })

  it('takes a region from above to below, and clears what no longer lies in it', async () => {
    const sent: unknown[] = []
    server.use(
      http.put('/api/admin/tenants/t1', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...TENANTS[0], version: 5 })
      }),
    )
    const { user } = openConsole('/index/systemManger/tenant/t1')
    const field = (name: string) => screen.findByRole('combobox', { name })
    expect(await field('City')).toHaveProperty('disabled', true)
    for (const [name, typed, chosen] of [
      ['Country', 'chi', 'China'],
      ['Province/State', 'gua', 'Guangdong'],
      ['City', 'shen', 'Shenzhen'],
    ] as const) {
      await user.type(await field(name), typed)
      await user.click(await screen.findByRole('option', { name: chosen }))
    }
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ countryId: 'CN', provinceId: 'CN-GD', cityId: 'CN-440300' })
  })
})
