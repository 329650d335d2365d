import { act, render, screen } from '@testing-library/react'
import type { RouterNavigateFunction } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useNavigate } from './router'

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
