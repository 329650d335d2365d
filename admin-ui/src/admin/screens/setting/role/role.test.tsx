import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { listing, openConsole, rows, startConsole } from '../../../testing'

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
      ['Operator', 'System role', 'Runs the platform', 'Required', 'Open'],
      ['Monitor', 'Tenant role', '', 'Optional', 'Closed'],
    ])
  })
})

describe('the form of a role', () => {
  it('changes whether a second factor is required, and its English name', async () => {
    const sent: unknown[] = []
    server.use(
      http.put('/api/admin/roles/r1', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...ROLES[0], mfaRequired: false, version: 4 })
      }),
    )
    const { user, router } = openConsole('/index/setting/role/r1')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('readOnly', true)
    const factor = screen.getByRole('switch', { name: 'Second factor required' })
    expect(factor).toHaveProperty('checked', true)
    expect(screen.getByText(/sets one up at the next if they have none/)).toBeDefined()
    await user.click(factor)
    const english = screen.getByRole('textbox', { name: 'English name' })
    await user.clear(english)
    await user.type(english, 'Runner')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/setting/role'))
    expect(sent).toEqual([{ version: 3, nameEn: 'Runner', mfaRequired: false }])
  })
})
