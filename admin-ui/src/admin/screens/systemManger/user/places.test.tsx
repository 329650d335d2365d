import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { freshBrowser, listing, openConsole, startServer, watchConsole } from '../../../testing'

watchConsole()
freshBrowser()
const server = startServer()

const USER = {
  id: 'u1',
  version: 2,
  fullName: 'Li Min',
  userName: 'limin',
  email: 'li@example.org',
  emailValid: '0',
  phone: '13800138000',
  roleId: 'r1',
  status: '0',
  userType: '0',
  language: 'zh',
  org: 'local',
  countryId: 'CN',
  provinceId: 'CN-GD',
  cityId: 'CN-440300',
}

it('says where a user is, and another country takes province and city away', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/admin/users', () => listing([USER])),
    http.get('/api/admin/users/u1', () => HttpResponse.json(USER)),
    http.get('/api/admin/users/u1/factors', () =>
      HttpResponse.json({ id: 'u1', totp: false, passkeys: 0, recoveryCodes: 0, required: false }),
    ),
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
