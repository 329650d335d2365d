import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { listing, openConsole, refusal, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/menus'

const menu = (id: string, parentId: string, name: string, url = '') => ({
  id,
  version: 1,
  name,
  nameEn: name,
  description: '',
  parentId,
  seq: 4,
  url,
  icon: 'sms',
  status: '0',
  resourceType: '1',
})

it('shows groups with their menus, and adds, changes and removes them', async () => {
  const rows = [menu('base', '0', 'Records'), menu('sms', 'base', 'SMS log', 'base/sms')]
  server.use(
    http.get(PATH, () => listing(rows)),
    http.delete(`${PATH}/sms`, () => HttpResponse.json(rows.pop() ?? {})),
  )
  const made = taking(server, 'post', PATH, menu('x', 'base', 'Roles', 'setting/role'))
  const changed = taking(server, 'put', `${PATH}/sms`, menu('sms', 'base', 'Texts', 'base/sms'))
  const { user } = openConsole('/index/setting/menu')
  await user.click(await screen.findByRole('button', { name: 'Actions: Records' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add below' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'Roles')
  await user.click(dialog.getByRole('combobox', { name: /^Request address/ }))
  expect(screen.queryByRole('option', { name: /base\/sms/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Roles (setting/role)' }))
  await user.click(dialog.getByRole('radio', { name: 'security' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Added successfully')
  expect(made).toEqual([
    {
      name: 'Roles',
      parentId: 'base',
      url: 'setting/role',
      seq: 5,
      icon: 'security',
      status: '0',
      resourceType: '1',
    },
  ])

  await user.click(screen.getByRole('button', { name: 'Actions: SMS log' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const name = await screen.findByRole('textbox', { name: /^English name/ })
  await user.clear(name)
  await user.type(name, 'Texts{Enter}')
  await screen.findByText('Modified successfully')
  expect(changed).toMatchObject([{ version: 1, nameEn: 'Texts', url: 'base/sms' }])

  // A group with menus stays.
  await user.click(await screen.findByRole('button', { name: 'Actions: Records' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Actions: SMS log' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByText('SMS log')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Actions: Records' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
})

it('says at the icons that one is missing', async () => {
  server.use(
    http.get(PATH, () => listing([menu('base', '0', 'Records')])),
    http.post(PATH, () => refusal(422, { errors: { icon: 'please select an icon' } })),
  )
  const { user } = openConsole('/index/setting/menu')
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'Reports{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('please select an icon')
})
