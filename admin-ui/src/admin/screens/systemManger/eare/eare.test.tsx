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
  startConsole,
} from '../../../testing'

const server = startConsole()

const area = (id: string, parentId: string, areaName: string, level: number) => ({
  id,
  version: 1,
  parentId,
  level,
  areaName,
  areaNameZh: areaName,
  areaNameEn: areaName,
  areaCode: id,
  flag: '',
  sort: 1,
})
const AREAS = [
  area('CN', '0', 'China', 1),
  area('DE', '0', 'Germany', 1),
  area('CN-SH', 'CN', 'Shanghai', 2),
  area('CN-GD', 'CN', 'Guangdong', 2),
  area('DE-BY', 'DE', 'Bavaria', 2),
  area('CN-310100', 'CN-SH', 'Shanghai City', 3),
  area('CN-440100', 'CN-GD', 'Guangzhou', 3),
]

const sent: [string, unknown][] = []

beforeEach(() => {
  sent.length = 0
  server.use(
    http.get('/api/admin/areas', ({ request }) => {
      const { parentId, q } = filterOf(request)
      const begins = (name: string) => name.toLowerCase().startsWith(String(q ?? '').toLowerCase())
      return listing(AREAS.filter((each) => each.parentId === parentId && begins(each.areaName)))
    }),
    http.post('/api/admin/areas', async ({ request }) => {
      sent.push(['add', await request.json()])
      return HttpResponse.json(AREAS[0] ?? null, { status: 201 })
    }),
    http.delete('/api/admin/areas/:id', ({ params }) => {
      sent.push(['remove', params.id])
      return refusal(409, { code: 'in_use', message: 'this region is in use by tenants' })
    }),
  )
})

const table = (name: string) => screen.findByRole('region', { name })

describe('the regions', () => {
  it('select the first row of each table, and what is to the right follows', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    const countries = within(await table('Countries'))
    expect(await countries.findByRole('button', { name: 'China', pressed: true })).toBeDefined()
    await within(await table('Provinces of China')).findByRole('button', {
      name: 'Shanghai',
      pressed: true,
    })
    await within(await table('Cities of Shanghai')).findByText('Shanghai City')

    await user.click(screen.getByRole('button', { name: 'Guangdong' }))
    await within(await table('Cities of Guangdong')).findByText('Guangzhou')

    await user.click(screen.getByRole('button', { name: 'Germany' }))
    await within(await table('Provinces of Germany')).findByRole('button', { name: 'Bavaria' })
    await within(await table('Cities of Bavaria')).findByText('No cities yet.')
    expect(screen.queryByText('Guangzhou')).toBeNull()
  })

  it('are searched in each table, and who finds nothing hears that nothing matches', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    await screen.findByRole('button', { name: 'Guangdong' })
    const provinces = within(await table('Provinces of China'))
    await user.type(provinces.getByRole('searchbox', { name: 'Search provinces' }), 'guang')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Shanghai' })).toBeNull())
    await within(await table('Cities of Guangdong')).findByText('Guangzhou')
    await user.type(screen.getByRole('searchbox', { name: 'Search cities' }), 'zzz')
    await within(await table('Cities of Guangdong')).findByText('Nothing matches these filters.')
    await user.click(screen.getByRole('button', { name: 'Germany' }))
    await within(await table('Provinces of Germany')).findByRole('button', { name: 'Bavaria' })
    expect(screen.getByRole('searchbox', { name: 'Search provinces' })).toHaveProperty('value', '')
    await within(await table('Cities of Bavaria')).findByText('No cities yet.')
  })

  it('are walked by the arrow keys', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    const china = await screen.findByRole('button', { name: 'China' })
    china.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('button', { name: 'Germany', pressed: true })
    await user.keyboard('{ArrowUp} ')
    await screen.findByRole('button', { name: 'China', pressed: true })
  })

  it('are searched on the server', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    await screen.findByRole('button', { name: 'China' })
    await user.type(screen.getByRole('searchbox', { name: 'Search countries' }), 'ger')
    await screen.findByRole('button', { name: 'Germany', pressed: true })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'China' })).toBeNull())
  })

  it('get a city in the province that is selected, after the rules are kept', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    await table('Cities of Shanghai')
    await user.click(screen.getByRole('button', { name: 'Add a city' }))
    const dialog = await findDialog('Add a city')
    expect(dialog.getByRole('textbox', { name: 'Parent' })).toHaveProperty('value', 'Shanghai')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Please enter name')
    expect(dialog.getByText('Please enter a number')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Pudong')
    await user.type(dialog.getByRole('textbox', { name: /^Flag/ }), 'x')
    await user.type(dialog.getByRole('textbox', { name: /^Sort number/ }), '01')
    await user.tab()
    await dialog.findByText('Please enter a positive integer')
    expect(dialog.getByText('Please enter a number')).toBeDefined()
    await user.clear(dialog.getByRole('textbox', { name: /^Flag/ }))
    await user.clear(dialog.getByRole('textbox', { name: /^Sort number/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Sort number/ }), '2{Enter}')
    await screen.findByText('Added successfully')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      ['add', expect.objectContaining({ parentId: 'CN-SH', areaName: 'Pudong', sort: '2' })],
    ])
  })

  it('stay while something holds them, which is said', async () => {
    const { user } = openConsole('/index/systemManger/eare')
    await chooseOf(user, 'Germany', 'Delete')
    await screen.findByText('Delete this information?')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('this region is in use by tenants')
    expect(sent).toEqual([['remove', 'DE']])
    // The question has gone; what was selected still is.
    await screen.findByRole('button', { name: 'China', pressed: true })
  })
})
