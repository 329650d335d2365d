import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { openConsole } from '../../../testing'
import { startUsers, USERS } from './fixtures'

const server = startUsers()
const USER = { ...USERS[0], countryId: 'CN', provinceId: 'CN-GD', cityId: 'CN-440300' }

it('says where a user is, and another country takes province and city away', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/admin/users/u1', () => HttpResponse.json(USER)),
    http.put('/api/admin/users/u1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...USER, version: 3 })
    }),
  )
  const { user, router } = openConsole('/index/systemManger/user/u1')
  const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name })
  for (const [name, value] of [
    ['Country', 'China'],
    ['Province/State', 'Guangdong'],
    ['City', 'Shenzhen'],
  ] as const) {
    const input = await field(name)
    await waitFor(() => expect(input.value).toBe(value))
  }
  await user.click(await field('Country'))
  await user.click(await screen.findByRole('option', { name: 'Germany' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/index/systemManger/user'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ countryId: 'DE', provinceId: null })
  // What is left out is none, too.
  expect(sent[0]).not.toHaveProperty('cityId', expect.any(String))
})
