import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { filterOf, listing, openConsole, startConsole, taking } from '../../../testing'

const server = startConsole()

const department = (id: string, parentId: string, departmentName: string) => ({
  id,
  version: 1,
  tenantId: 't1',
  parentId,
  departmentName,
})

it('puts somebody of the first tenant into departments, each by itself', async () => {
  const asked: unknown[] = []
  server.use(
    http.get('/api/admin/departments', () =>
      listing([department('a', '0', 'Clinical'), department('b', 'a', 'Monitoring')]),
    ),
    http.get('/api/admin/tenant-users', ({ request }) => {
      asked.push(filterOf(request))
      return listing([
        {
          id: 'm1',
          version: 3,
          userId: 'u1',
          fullName: 'Wang Fang',
          userName: 'wang',
          email: 'w@example.org',
          phone: '138',
          roleName: 'Monitor',
          enabled: '1',
          tenantName: 'Northwind',
          departmentName: 'Clinical',
        },
      ])
    }),
    http.get('/api/admin/tenant-users/m1/departments', () =>
      HttpResponse.json({ id: 'm1', version: 3, value: 'a' }),
    ),
  )
  const saved = taking(server, 'put', '/api/admin/tenant-users/m1/departments', {
    id: 'm1',
    version: 4,
    value: 'b',
  })
  const { user } = openConsole('/index/tenantManager/userDepartment')
  const row = (await screen.findByText('Wang Fang')).closest('tr')
  expect([...(row?.cells ?? [])].slice(0, -1).map((cell) => cell.textContent)).toEqual([
    'Wang Fang',
    'wang',
    'w@example.org',
    '138',
    'Monitor',
    'Disabled',
    'Northwind',
    'Clinical',
  ])
  await user.click(screen.getByRole('button', { name: 'Set department: Wang Fang' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: 'Clinical', checked: true }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please select at least one department')
  await user.click(dialog.getByRole('checkbox', { name: 'Monitoring' }))
  expect(dialog.getByRole('checkbox', { name: 'Clinical' })).toHaveProperty('checked', false)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Modified successfully')
  expect(saved).toEqual([{ version: 3, departmentId: 'b' }])

  await user.click(screen.getByRole('combobox', { name: 'Department' }))
  await user.click(await screen.findByRole('option', { name: 'Monitoring' }))
  await user.type(screen.getByRole('searchbox', { name: 'User name' }), 'w')
  await screen.findByText('Wang Fang')
  expect(asked.at(-1)).toEqual({ tenantId: 't1', departmentId: 'b', userName: 'w' })
})
