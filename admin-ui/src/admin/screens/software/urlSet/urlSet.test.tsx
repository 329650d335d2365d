import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { filterOf, listing, openConsole, rows, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/domains'

const domain = {
  id: 'd1',
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  softwareId: 's1',
  softName: 'EDC',
  urlName: 'Main',
  url: 'https://edc.example.org',
  websiteUrl: 'https://www.example.org',
  mobileUrl: 'https://m.example.org',
  apiUrl: '',
  remark: '',
  initSoftware: false,
  canInit: false,
  hasCredential: true,
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 's1', softwareName: 'EDC' }]),
    ),
  )
})

it('lists the domains of tenants by what is sought', async () => {
  const filters: unknown[] = []
  server.use(
    http.get(PATH, ({ request }) => {
      filters.push(filterOf(request))
      return listing([domain])
    }),
  )
  const { user } = openConsole('/index/software/urlSet')
  await screen.findByRole('link', { name: 'Main' })
  expect(rows()[0]?.slice(0, 4)).toEqual(['Main', 'Northwind', 'EDC', 'https://edc.example.org'])
  await user.type(screen.getByRole('textbox', { name: 'Bound domain' }), 'edc')
  await waitFor(() => expect(filters.at(-1)).toEqual({ url: 'edc' }))
  await user.click(screen.getByRole('combobox', { name: 'System' }))
  await user.click(await screen.findByRole('option', { name: 'EDC' }))
  await waitFor(() => expect(filters.at(-1)).toEqual({ url: 'edc', softwareId: 's1' }))
})

it('adds a domain of a tenant', async () => {
  const made = taking(server, 'post', PATH, domain)
  const { user } = openConsole('/index/software/urlSet/create')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  for (const fault of [
    'Please select a tenant',
    'Please select a system',
    'Enter the name',
    'Enter the PC domain',
    'Enter the mobile domain',
  ]) {
    await screen.findByText(fault)
  }
  await user.click(screen.getByRole('combobox', { name: /^Tenant/ }))
  await user.click(await screen.findByRole('option', { name: 'Northwind' }))
  await user.click(screen.getByRole('combobox', { name: /^System/ }))
  await user.click(await screen.findByRole('option', { name: 'EDC' }))
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Main')
  await user.type(screen.getByRole('textbox', { name: /^PC domain/ }), 'https://www.example.org')
  await user.type(screen.getByRole('textbox', { name: /^Mobile domain/ }), 'https://m.example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(made).toMatchObject([
      { tenantId: 't1', softwareId: 's1', urlName: 'Main', mobileUrl: 'https://m.example.org' },
    ]),
  )
})

it('initialises the system of a domain where that can be done, after a question', async () => {
  let able = true
  const asked: string[] = []
  server.use(
    http.get(PATH, () =>
      listing([
        { ...domain, canInit: able },
        { ...domain, id: 'd2', urlName: 'Other' },
      ]),
    ),
    http.post(`${PATH}/:id/initialise`, ({ params }) => {
      asked.push(String(params.id))
      able = false
      return HttpResponse.json({ ...domain, initSoftware: true })
    }),
  )
  const { user } = openConsole('/index/software/urlSet')
  const menu = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }))
    await screen.findByRole('menuitem', { name: 'Delete' })
    return screen.queryByRole('menuitem', { name: 'Initialise the system' })
  }
  expect(await menu('Other')).toBeNull()
  await user.keyboard('{Escape}')
  const item = await menu('Main')
  if (!item) throw new Error('it cannot be initialised')
  await user.click(item)
  await screen.findByText(/prepares itself for Northwind/)
  expect(asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('System initialised successfully')
  expect(asked).toEqual(['d1'])
  await waitFor(async () => expect(await menu('Main')).toBeNull())
})
