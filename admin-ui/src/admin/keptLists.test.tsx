import { act, render, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { memo } from 'react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import { KeptLists } from './KeptLists'
import { envelope, listing, openConsole, startConsole, TENANTS, USER } from './testing'

const server = startConsole()

const TENANT = '/index/systemManger/tenant'
const USERS = '/index/systemManger/user'

/** The address of each question for tenants. */
function watchTenants() {
  const asked: string[] = []
  server.use(
    http.get('*/api/admin/tenants', ({ request }) => {
      asked.push(new URL(request.url).search)
      return listing(TENANTS)
    }),
  )
  return asked
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function openTenants() {
  server.use(http.get('*/api/admin/users', () => listing([])))
  const view = openConsole(TENANT)
  await screen.findByRole('link', { name: 'Northwind' })
  return { ...view, go: (to: string | number) => act(() => view.router.navigate(to as string)) }
}

it('is there at once when its reader comes back, and asks again', async () => {
  const asked = watchTenants()
  const { go } = await openTenants()
  const row = screen.getByRole('link', { name: 'Northwind' })
  await go(USERS)
  await heading('Users')
  expect(screen.queryByRole('link', { name: 'Northwind' })).toBeNull()
  expect(asked).toHaveLength(1)

  await go(TENANT)
  expect(screen.getByRole('link', { name: 'Northwind' })).toBe(row)
  await heading('Tenants')
  await waitFor(() => expect(asked).toHaveLength(2))
})

it('is filtered as it was, whatever its reader has looked at meanwhile', async () => {
  const asked = watchTenants()
  const { go, router } = await openTenants()
  await go(`${TENANT}?page=1&filter=${encodeURIComponent('{"q":"North"}')}`)
  await waitFor(() => expect(asked).toHaveLength(2))
  const row = await screen.findByRole('link', { name: 'Northwind' })
  await go(`${USERS}?filter=${encodeURIComponent('{"q":"Ada"}')}`)
  await heading('Users')
  await go(TENANT)
  expect(screen.getByRole('link', { name: 'Northwind' })).toBe(row)
  expect(screen.getByRole('textbox', { name: /search/i })).toHaveProperty('value', 'North')
  await waitFor(() => expect(router.state.location.search).toContain('North'))
})

it('has not kept what was typed and not applied', async () => {
  watchTenants()
  const { user, go } = await openTenants()
  await user.type(screen.getByRole('textbox', { name: /search/i }), 'Con')
  await go(USERS)
  await heading('Users')
  await go(TENANT)
  expect(screen.getByRole('textbox', { name: /search/i })).toHaveProperty('value', '')
})

it('comes back without the menu that was open', async () => {
  watchTenants()
  const { user, go } = await openTenants()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menuitemcheckbox', { name: 'Code' })
  await go(USERS)
  await heading('Users')
  await go(TENANT)
  await screen.findByRole('link', { name: 'Northwind' })
  expect(screen.queryByRole('menu')).toBeNull()
})

const drawn = { times: 0 }

/** As the acts of each row, it asks where it is. */
const List = memo(function List({ path }: { path: string }) {
  drawn.times += 1
  useNavigate()
  const { search } = useLocation()
  return <p>{`${path}${search}`}</p>
})

function Frame() {
  const { pathname } = useLocation()
  return <KeptLists path={pathname === '/home' ? undefined : pathname} List={List} />
}

it('is drawn anew for another place, and not for coming back to the same one', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }], {
    initialEntries: ['/list?page=1'],
  })
  render(<RouterProvider router={router} />)
  const go = (to: string) => act(() => router.navigate(to))
  await go('/home')
  drawn.times = 0
  await go('/list?page=1')
  screen.getByText('/list?page=1')
  expect(drawn.times).toBe(0)
  await go('/home')
  drawn.times = 0
  await go('/list?page=2')
  screen.getByText('/list?page=2')
  expect(drawn.times).toBe(1)
})

it('is gone with the menu that it was opened by', async () => {
  const { go } = await openTenants()
  await go(USERS)
  await heading('Users')
  const [system, ...others] = USER.menuList
  const list = system?.list.filter(({ url }) => url !== 'systemManger/tenant')
  server.use(
    http.get('/api/sys/user/info', () =>
      envelope({ ...USER, menuList: [{ ...system, list }, ...others] } as never),
    ),
  )
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tenants' })).toBeNull())
  await go(TENANT)
  expect(screen.queryByRole('link', { name: 'Northwind' })).toBeNull()
})
