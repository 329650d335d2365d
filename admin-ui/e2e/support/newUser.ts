import { expect } from 'vitest'
import { Caller } from './caller'
import type { Demo } from './demo'

/** Has the administrator make an account, whose e-mail and phone nobody has verified. */
export async function newUser(demo: Demo, name: string, password?: string): Promise<void> {
  const admin = new Caller(demo.origin)
  await admin.signIn('admin', demo.password)
  const roles = await admin.fetch('/api/admin/roles?filter={"roleType":"1"}')
  const [role] = (await roles.json()) as { id: string }[]
  const made = await admin.fetch('/api/admin/users', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'cardea',
      origin: demo.origin,
    },
    body: JSON.stringify({
      fullName: name,
      userName: name,
      email: `${name}@example.com`,
      phone: '13911112222',
      roleId: role?.id,
      password,
    }),
  })
  expect(made.status, await made.text()).toBe(201)
}
