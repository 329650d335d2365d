import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, use } from 'react'
import type { RouterNavigateFunction } from 'react-admin'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ConsoleLink, routerProvider, useNavigate, useNotePage } from './router'

let navigate: RouterNavigateFunction

function List() {
  navigate = useNavigate()
  return <p>list</p>
}

it('does not lead back to a list that was left before its filters came into the address', async () => {
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/list'] },
  )
  render(<RouterProvider router={router} />)
  act(() => navigate({ search: '?filter=a' }))
  expect(router.state.location.search).toBe('?filter=a')

  await act(() => router.navigate('/elsewhere'))
  screen.getByText('elsewhere')
  act(() => navigate({ search: '?filter=b' }))
  expect(router.state.location).toMatchObject({ pathname: '/elsewhere', search: '' })
  // Where somebody wants to go by name they still get.
  act(() => navigate('/further'))
  expect(router.state.location.pathname).toBe('/further')
})

function Frame() {
  useNotePage()
  return <Outlet />
}

function Late({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>
}

it('does not lead back to a list whose reader waits for the next page', async () => {
  let arrive = (_: string) => {}
  const loaded = new Promise<string>((resolve) => {
    arrive = resolve
  })
  const children = [
    { path: '/list', element: <List /> },
    { path: '*', element: <Late text={loaded} /> },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }], {
    initialEntries: ['/list'],
  })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/elsewhere'))
  screen.getByText('list')
  act(() => navigate({ search: '?filter=a' }))
  expect(router.state.location).toMatchObject({ pathname: '/elsewhere', search: '' })

  await act(async () => arrive('late'))
  screen.getByText('late')
})

/** A page with links, and its router. */
function linking(...links: ReactNode[]) {
  const router = createMemoryRouter([{ path: '*', element: <p>{links}</p> }], {
    initialEntries: ['/index/base/job'],
  })
  const { container } = render(<RouterProvider router={router} />)
  return { router, shown: [...container.querySelectorAll('a')] }
}

it('takes a plain press of a link, and leaves every other to the browser', async () => {
  const { router, shown } = linking(
    <ConsoleLink key="here" to="/index/systemManger/user?page=2" state="s">
      users
    </ConsoleLink>,
  )
  const link = shown[0] as HTMLAnchorElement
  expect(link.getAttribute('href')).toBe('/index/systemManger/user?page=2')
  for (const other of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    const press = createEvent.click(link, other)
    // What the browser would do.
    link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    act(() => void fireEvent(link, press))
    expect(router.state.location.pathname).toBe('/index/base/job')
  }
  await act(async () => void fireEvent.click(link))
  expect(router.state.location).toMatchObject({
    pathname: '/index/systemManger/user',
    search: '?page=2',
    state: 's',
  })
  expect(router.state.historyAction).toBe('PUSH')
  // Whoever is there already gets no second entry.
  await act(async () => void fireEvent.click(link))
  expect(router.state.historyAction).toBe('REPLACE')
})

it('goes to a resource by its noun, and to what is relative to the page', async () => {
  const { Link } = routerProvider
  const { shown } = linking(
    <Link key="noun" to="/index/users/7/show">
      noun
    </Link>,
    <Link key="parts" to={{ pathname: '/index/users', search: '?page=2' }}>
      parts
    </Link>,
    <Link key="page" to={{ search: '?page=3' }}>
      page
    </Link>,
  )
  expect(shown.map((link) => link.getAttribute('href'))).toEqual([
    '/index/systemManger/user/7/show',
    '/index/systemManger/user?page=2',
    '/index/base/job?page=3',
  ])
})
