import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  chooseOf,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  rows,
  startConsole,
} from '../../../testing'

const server = startConsole()

const CATEGORIES = [
  { id: '1', code: '1', desc: 'Tenant category', isTenant: false, isParent: false, childCode: '' },
  { id: '2', code: '2', desc: 'Position', isTenant: true, isParent: false, childCode: '' },
  { id: '16', code: '16', desc: 'Area', isTenant: false, isParent: true, childCode: '16' },
]
const item = (id: string, categoryId: string, dicName: string, rest = {}) => ({
  id,
  version: 1,
  categoryId,
  tenantId: '0',
  parentId: '0',
  dicName,
  dicNameZh: dicName,
  dicNameEn: dicName,
  dicCode: id,
  dicNum: '',
  abb: '',
  sort: 1,
  extend: '',
  description: '',
  childCode: categoryId === '16' ? '16' : '',
  ...rest,
})
let items: ReturnType<typeof item>[] = []
const sent: [string, unknown][] = []
const asked: unknown[] = []

beforeEach(() => {
  sent.length = 0
  asked.length = 0
  items = [
    item('cro', '1', 'CRO'),
    item('pm', '2', 'Manager'),
    item('own', '2', 'Own position', { tenantId: 't1' }),
    item('onc', '16', 'Oncology'),
    item('lung', '16', 'Lung cancer', { parentId: 'onc', childCode: '' }),
  ]
  server.use(
    http.get('/api/admin/dictionary-categories', () => listing(CATEGORIES)),
    http.get('/api/admin/dictionary-items', ({ request }) => {
      const filter = filterOf(request)
      asked.push(filter)
      return listing(
        items.filter(
          (each) =>
            each.parentId === filter.parentId &&
            (!filter.categoryId || each.categoryId === filter.categoryId) &&
            [filter.tenantId, '0'].includes(each.tenantId),
        ),
      )
    }),
    http.get('/api/admin/dictionary-items/:id', ({ params }) =>
      HttpResponse.json(items.find((each) => each.id === params.id) ?? null),
    ),
    http.post('/api/admin/dictionary-items', async ({ request }) => {
      const body = (await request.json()) as { dicCode: string }
      sent.push(['add', body])
      if (body.dicCode === 'CRO') {
        return refusal(422, { message: 'Wrong', errors: { dicCode: 'this code is in use' } })
      }
      return HttpResponse.json(item('new', '1', 'New'), { status: 201 })
    }),
    http.put('/api/admin/dictionary-items/:id', async ({ request, params }) => {
      const body = (await request.json()) as { version: number; dicName: string }
      sent.push(['change', body])
      const at = items.findIndex((each) => each.id === params.id)
      const now = items[at]
      if (!now || body.version !== now.version) {
        return refusal(409, { code: 'conflict', message: 'Somebody else' })
      }
      items[at] = { ...now, ...body, version: now.version + 1 }
      return HttpResponse.json(items[at] ?? null)
    }),
    http.delete('/api/admin/dictionary-items/:id', ({ params }) => {
      sent.push(['remove', params.id])
      items = items.filter((each) => each.id !== params.id)
      return HttpResponse.json({ id: params.id })
    }),
  )
})

describe('the dictionaries', () => {
  it('show the items of the category that is selected', async () => {
    const { user } = openConsole('/index/systemManger/dictionary')
    const items = within(await screen.findByRole('region', { name: 'Items: Tenant category' }))
    await items.findByText('CRO')
    const categories = within(screen.getByRole('region', { name: 'Categories' }))
    expect(rows(categories)[1]).toEqual(['2', 'Position', 'Yes'])
    await user.click(categories.getByRole('button', { name: 'Area' }))
    await screen.findByRole('button', { name: 'Actions: Oncology' })
    expect(asked.at(-1)).toEqual({ categoryId: '16', tenantId: '0', parentId: '0' })
  })

  it('show a tenant what is its own and what it shares, and lets it change its own', async () => {
    const { user } = openConsole('/index/systemManger/dictionary?tenant=t1')
    await user.click(await screen.findByRole('button', { name: 'Position' }))
    await screen.findByRole('button', { name: 'Actions: Own position' })
    expect(screen.queryByRole('button', { name: 'Actions: Manager' })).toBeNull()
    expect(screen.getByText('shared by all tenants')).toBeDefined()
    expect(await screen.findByDisplayValue('Northwind')).toBeDefined()
    expect(asked.at(-1)).toEqual({ categoryId: '2', tenantId: 't1', parentId: '0' })
  })

  it('take a new item once the rules are kept, and show a refusal on its field', async () => {
    const { user } = openConsole('/index/systemManger/dictionary')
    await user.click(await screen.findByRole('button', { name: 'Add an item' }))
    const dialog = await findDialog('Add an item')
    expect(dialog.getByRole('textbox', { name: 'Category' })).toHaveProperty('readOnly', true)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Please enter name')
    expect(dialog.getByText('Please enter code')).toBeDefined()
    expect(dialog.getByText('Please enter a number')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Other')
    await user.type(dialog.getByRole('textbox', { name: /^Code/ }), 'CRO')
    await user.type(dialog.getByRole('textbox', { name: /^Sort number/ }), '5{Enter}')
    await dialog.findByText('this code is in use')
    await user.clear(dialog.getByRole('textbox', { name: /^Code/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Code/ }), 'OTHER{Enter}')
    await screen.findByText('Added successfully')
    expect(sent.at(-1)).toEqual([
      'add',
      expect.objectContaining({
        tenantId: '0',
        categoryId: '1',
        dicName: 'Other',
        dicCode: 'OTHER',
        sort: '5',
      }),
    ])
  })

  it('show what is below an item, and remove it after a question', async () => {
    const { user } = openConsole('/index/systemManger/dictionary')
    await user.click(await screen.findByRole('button', { name: 'Area' }))
    await chooseOf(user, 'Oncology', 'Child details')
    const dialog = await findDialog('Child details: Oncology')
    await dialog.findByText('Lung cancer')
    await chooseOf(user, 'Lung cancer', 'Delete')
    await screen.findByText('Delete this information?')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await dialog.findByText('Nothing below it yet.')
    expect(sent).toEqual([['remove', 'lung']])
  })

  it('let two administrators see what both did, and one of them choose', async () => {
    const { user } = openConsole('/index/systemManger/dictionary')
    await chooseOf(user, 'CRO', 'Edit')
    const dialog = await findDialog('Edit: CRO')
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.type(name, 'Mine')
    items[0] = item('cro', '1', 'Theirs', { version: 2, abb: 'TH' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/Somebody else has changed this record/)
    expect(dialog.getByText('TH')).toBeDefined()
    expect(dialog.getByRole('radio', { name: 'Yours: Mine' })).toHaveProperty('checked', true)
    expect(dialog.getByRole('radio', { name: 'Theirs: Theirs' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Continue with this choice' }))
    await waitFor(() => expect(dialog.queryByRole('radio')).toBeNull())
    expect(dialog.getByRole('textbox', { name: /^Abbreviation/ })).toHaveProperty('value', 'TH')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    expect(sent.at(-1)).toEqual([
      'change',
      expect.objectContaining({ version: 2, dicName: 'Mine', abb: 'TH' }),
    ])
  })
})

describe('who may not see the dictionaries', () => {
  it('is told so once, in place of the tables', async () => {
    server.use(
      http.get('/api/admin/dictionary-categories', () => refusal(403, { message: 'Not allowed' })),
    )
    openConsole('/index/systemManger/dictionary')
    await screen.findByRole('heading', { level: 1, name: 'No access' })
    expect(screen.queryByRole('region', { name: 'Categories' })).toBeNull()
  })
})
