import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { listing, openConsole, rows, startConsole, taking } from '../../../testing'

const server = startConsole()

const ROLES = [
  {
    id: 'r1',
    version: 3,
    name: '操作员',
    nameEn: 'Operator',
    desc: 'Operator',
    description: 'Runs the platform',
    roleType: '1',
    superAdmin: '0',
    status: '0',
    mfaRequired: true,
    resourceIdList: [],
    resourceNodeList: [],
  },
  {
    id: 'r2',
    version: 1,
    name: 'Monitor',
    nameEn: '',
    desc: 'Monitor',
    description: '',
    roleType: '2',
    superAdmin: '1',
    status: '1',
    mfaRequired: false,
    resourceIdList: [],
    resourceNodeList: [],
  },
]

beforeEach(() => {
  server.use(
    http.get('/api/admin/roles', () => listing(ROLES)),
    http.get('/api/admin/roles/r1', () => HttpResponse.json(ROLES[0] ?? null)),
  )
})

describe('the list of roles', () => {
  it('says what each is and requires', async () => {
    openConsole('/index/setting/role')
    await screen.findByRole('link', { name: 'Operator' })
    expect(rows()).toEqual([
      ['Operator', 'System role', 'Runs the platform', 'Required', 'Open', ''],
      ['Monitor', 'Tenant role', '', 'Optional', 'Closed', ''],
    ])
  })
})

const menu = (id: string, parentId: string, nameEn: string, resourceType = '1') => ({
  id,
  version: 1,
  name: nameEn,
  nameEn,
  description: '',
  parentId,
  seq: 1,
  url: parentId === '0' ? '' : id,
  icon: 'sms',
  status: '0',
  resourceType,
})
const MENUS = [
  menu('base', '0', 'Records'),
  menu('sms', 'base', 'SMS log'),
  menu('email', 'base', 'E-mail log'),
  menu('tenant', '0', 'Tenant', '2'),
  menu('study', 'tenant', 'Studies', '2'),
]

describe('the form of a role', () => {
  it('changes whether a second factor is required, and its names', async () => {
    const sent = taking(server, 'put', '/api/admin/roles/r1', { ...ROLES[0], version: 4 })
    const { user, router } = openConsole('/index/setting/role/r1')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '操作员')
    const factor = screen.getByRole('switch', { name: 'Second factor required' })
    expect(factor).toHaveProperty('checked', true)
    expect(screen.getByText(/sets one up at the next if they have none/)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(factor)
    const english = screen.getByRole('textbox', { name: 'English name' })
    await user.clear(english)
    await user.type(english, 'Runner')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/setting/role'))
    expect(sent).toEqual([
      {
        version: 3,
        name: '操作员',
        nameEn: 'Runner',
        description: 'Runs the platform',
        roleType: '1',
        superAdmin: '0',
        status: '0',
        mfaRequired: false,
        resourceIdList: [],
      },
    ])
  })

  it('gives menus to view or to edit, whole groups and parts of them', async () => {
    server.use(http.get('/api/admin/menus', () => listing(MENUS)))
    const sent = taking(server, 'post', '/api/admin/roles', ROLES[1] ?? null)
    const { user } = openConsole('/index/setting/role/create')
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Clerk')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Please select the role type')
    await user.click(screen.getByRole('combobox', { name: /^Type/ }))
    await user.click(await screen.findByRole('option', { name: 'System role' }))

    const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement
    await user.click(await screen.findByRole('checkbox', { name: 'Records: Edit' }))
    expect([box('SMS log: View').checked, box('E-mail log: Edit').checked]).toEqual([true, true])
    box('SMS log: View').focus()
    await user.keyboard(' ')
    expect([box('SMS log: Edit').checked, box('Records: View').checked]).toEqual([false, false])
    expect([box('Records: View').indeterminate, box('Tenant: View').indeterminate]).toEqual([
      true,
      false,
    ])
    const all = screen.getByRole('switch', { name: /^Super administrator/ })
    await user.click(all)
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(all)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toMatchObject([
      { superAdmin: '1', status: '0', resourceIdList: [{ id: 'email', act: 'edit' }] },
    ])
  })

  it('shows a tenant role the menus of tenants alone', async () => {
    server.use(
      http.get('/api/admin/menus', () => listing(MENUS)),
      http.get('/api/admin/roles/r2', () => HttpResponse.json(ROLES[1] ?? null)),
    )
    openConsole('/index/setting/role/r2')
    await screen.findByRole('checkbox', { name: 'Studies: View' })
    expect(screen.queryByRole('checkbox', { name: 'SMS log: View' })).toBeNull()
  })
})
