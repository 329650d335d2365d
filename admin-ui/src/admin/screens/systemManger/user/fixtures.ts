import { HttpResponse, http } from 'msw'
import { beforeEach } from 'vitest'
import { filterOf, listing, startConsole } from '../../../testing'

/** An account that is kept here, and one that is kept elsewhere. */
export const USERS = [
  {
    id: 'u1',
    version: 2,
    fullName: '王建国',
    userName: 'wang',
    email: 'wang@example.org',
    emailValid: '1',
    phone: '13800138000',
    roleId: 'r1',
    roleName: 'Operator',
    status: '0',
    userType: '0',
    sex: '0',
    birthday: null,
    remark: null,
    language: 'zh',
    org: 'local',
  },
  {
    id: 'u2',
    version: 1,
    fullName: 'Li Min',
    userName: 'limin',
    emailValid: '0',
    status: '1',
    org: 'ldap',
  },
]

export const NO_FACTORS = { id: 'u1', totp: false, passkeys: 0, recoveryCodes: 0, required: false }

/** The server of the screen, with both users in it. */
export function startUsers() {
  const server = startConsole()
  beforeEach(() => {
    server.use(
      http.get('/api/admin/users', ({ request }) => {
        const { q, userName } = filterOf(request)
        const fits = ({ fullName, userName: name }: (typeof USERS)[number]) =>
          (!q || fullName.includes(String(q))) && (!userName || name.includes(String(userName)))
        return listing(USERS.filter(fits))
      }),
      http.get('/api/admin/users/u1', () => HttpResponse.json(USERS[0] ?? null)),
      http.get('/api/admin/users/u1/factors', () => HttpResponse.json(NO_FACTORS)),
    )
  })
  return server
}
