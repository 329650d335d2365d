import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { setLocale } from '../../../../shared/i18n'
import {
  chooseOf,
  filterOf,
  findDialog,
  listing,
  openConsole,
  startConsole,
  taking,
} from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/departments'

const department = (id: string, parentId: string, departmentName: string) => ({
  id,
  version: 1,
  tenantId: 't2',
  parentId,
  departmentName,
})

it('shows the tree of the second tenant, and adds, renames and removes in it', async () => {
  const rows = [department('a', '0', 'Clinical'), department('b', 'a', 'Monitoring')]
  server.use(
    http.get(PATH, ({ request }) => listing(filterOf(request).tenantId === 't2' ? rows : [])),
    http.delete(`${PATH}/b`, () => HttpResponse.json(rows.pop() ?? {})),
  )
  const made = taking(server, 'post', PATH, department('c', 'b', 'Site'))
  const changed = taking(server, 'put', `${PATH}/a`, department('a', '0', 'Trials'))
  const { user } = openConsole('/index/tenantManager/department')
  await chooseOf(user, 'Monitoring', 'Add below')
  const dialog = await findDialog('Add a department below Monitoring')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please enter the department name')
  await user.type(dialog.getByRole('textbox', { name: /^Department name/ }), 'Site{Enter}')
  await screen.findByText('Added successfully')
  expect(made).toEqual([{ tenantId: 't2', parentId: 'b', departmentName: 'Site' }])

  await chooseOf(user, 'Clinical', 'Edit')
  await user.type(
    await screen.findByRole('textbox', { name: /^Department name/ }),
    ' trials{Enter}',
  )
  await screen.findByText('Modified successfully')
  expect(changed).toMatchObject([{ version: 1, departmentName: 'Clinical trials' }])

  // Only leaves can go.
  await user.click(await screen.findByRole('button', { name: 'Actions: Clinical' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  await user.keyboard('{Escape}')
  await chooseOf(user, 'Monitoring', 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByText('Monitoring')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions: Clinical' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
})

it('says in Chinese that a tenant has none', async () => {
  setLocale('zh')
  server.use(http.get(PATH, () => listing([])))
  openConsole('/index/tenantManager/department')
  await screen.findByText('该租户还没有部门。')
})
