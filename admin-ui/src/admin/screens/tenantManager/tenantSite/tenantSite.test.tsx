import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { columns, filterOf, findDialog, listing, openConsole, startConsole } from '../../../testing'

const server = startConsole()

const place = (id: string, tenantId: string, nickName: string) => ({
  id,
  version: 1,
  tenantId,
  tenantName: tenantId === 't1' ? 'Northwind' : 'Contoso',
  siteId: `of-${id}`,
  nickName,
  siteName: `Site of ${nickName}`,
  areaName: 'China',
  levelDesc: 'Tertiary',
  address: '',
  remark: '',
})
let places: ReturnType<typeof place>[] = []
const sent: [string, unknown][] = []

beforeEach(() => {
  sent.length = 0
  places = [place('p1', 't1', 'Ours'), place('p2', 't2', 'Theirs')]
  server.use(
    http.get('/api/admin/tenant-sites', ({ request }) => {
      const { tenantId, nickName } = filterOf(request)
      return listing(
        places.filter(
          (each) =>
            (!tenantId || each.tenantId === tenantId) &&
            (!nickName || each.nickName.startsWith(String(nickName))),
        ),
      )
    }),
    http.get('/api/admin/tenants/t1/unselected-sites', ({ request }) => {
      const { q } = filterOf(request)
      const all = ['Clinic', 'Hospital'].map((siteName) => ({
        id: siteName.toLowerCase(),
        siteName,
        areaName: 'China-Shanghai',
        levelDesc: 'Tertiary',
        address: 'Road 1',
      }))
      return listing(all.filter(({ siteName }) => !q || siteName.startsWith(String(q))))
    }),
    http.post('/api/admin/tenant-sites', async ({ request }) => {
      sent.push(['add', await request.json()])
      places = [...places, place('p3', 't1', 'New')]
      return HttpResponse.json(places.at(-1) ?? null, { status: 201 })
    }),
    http.put('/api/admin/tenant-sites/p1', async ({ request }) => {
      sent.push(['change', await request.json()])
      return HttpResponse.json(places[0] ?? null)
    }),
  )
})

describe('the sites of tenants', () => {
  it('are narrowed to a tenant and a nickname, and only then get another', async () => {
    const { user, router } = openConsole('/index/tenantManager/tenantSite')
    await screen.findByText('Theirs')
    const add = screen.getByRole('button', { name: 'Add a site' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    // The keyboard reaches it, and the reason stands there for everybody.
    add.focus()
    expect(document.activeElement).toBe(add)
    expect(screen.getByText('Choose a tenant to add a site to it.').id).toBe(
      add.getAttribute('aria-describedby'),
    )
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(screen.getByRole('combobox', { name: 'Tenant' }), 'North')
    await user.click(await screen.findByRole('option', { name: 'Northwind' }))
    await waitFor(() => expect(screen.queryByText('Theirs')).toBeNull())
    expect(decodeURIComponent(router.state.location.search)).toContain('"tenantId":"t1"')
    const open = screen.getByRole('button', { name: 'Add a site' })
    expect(open.getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByText('Choose a tenant to add a site to it.')).toBeNull()
    expect(columns()).toEqual(['Nickname', 'Original name', 'Region', 'Tenant', 'Actions'])
  })

  it('are chosen from those the tenant does not have, under a name of its own', async () => {
    const { user } = openConsole('/index/tenantManager/tenantSite?filter={"tenantId":"t1"}')
    await user.click(await screen.findByRole('button', { name: 'Add a site' }))
    const picker = await findDialog('Choose a site')
    await user.type(picker.getByRole('searchbox', { name: 'Search by name' }), 'Hosp')
    await waitFor(() => expect(picker.queryByRole('button', { name: 'Clinic' })).toBeNull())
    await user.click(await picker.findByRole('button', { name: 'Hospital' }))
    const dialog = await findDialog('Add a site')
    const nick = dialog.getByRole('textbox', { name: /^Nickname/ })
    expect(nick).toHaveProperty('value', 'Hospital')
    expect(dialog.getByRole('textbox', { name: 'Region' })).toHaveProperty('readOnly', true)
    await user.clear(nick)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Please enter the nickname')
    await user.type(nick, 'City{Enter}')
    await screen.findByText('New')
    expect(sent).toEqual([['add', { tenantId: 't1', siteId: 'hospital', nickName: 'City' }]])
  })

  it('are called something else', async () => {
    const { user } = openConsole('/index/tenantManager/tenantSite')
    await user.click(await screen.findByRole('button', { name: 'Actions: Ours' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = await findDialog('Edit: Ours')
    await user.type(dialog.getByRole('textbox', { name: /^Nickname/ }), ' 2{Enter}')
    await screen.findByText('Modified successfully')
    expect(sent).toEqual([['change', expect.objectContaining({ version: 1, nickName: 'Ours 2' })]])
  })
})
