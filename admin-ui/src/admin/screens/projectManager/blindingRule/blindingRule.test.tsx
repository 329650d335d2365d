import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { findDialog, openConsole, serveList, startConsole, taking } from '../../../testing'

const server = startConsole()

const ADDRESS = '/index/projectManager/blindingRule'
const PATH = '/api/admin/blinding-rules'

const rule = (id: string, rest: Partial<Schemas['BlindingRule']>): Schemas['BlindingRule'] => ({
  id,
  version: 1,
  tenantId: '0',
  tenantName: null,
  softwareId: 's1',
  softwareName: 'EDC',
  columnKey: 'roleEnvironment',
  roleId: 'cra',
  roleName: 'CRA',
  side: 'blinded',
  remark: '',
  ...rest,
})

const RULES = [
  rule('r1', {}),
  rule('r2', {
    tenantId: 't1',
    tenantName: 'Northwind',
    roleName: 'Pharmacist',
    side: 'unblinded',
  }),
]

beforeEach(() => {
  serveList(server, PATH, RULES, () => true)
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 's1', softwareName: 'EDC' }]),
    ),
    http.get(`${PATH}/r2`, () => HttpResponse.json(RULES[1])),
  )
})

describe('blinding rules', () => {
  it('say on which side a role is, and where that counts', async () => {
    openConsole(ADDRESS)
    const row = (await screen.findByRole('link', { name: 'CRA' })).closest('tr') as HTMLElement
    within(row).getByText('Blinded')
    within(row).getByText('All tenants')
    const other = screen.getByRole('link', { name: 'Pharmacist' }).closest('tr') as HTMLElement
    within(other).getByText('Unblinded')
    within(other).getByText('Northwind')
  })

  it('are made for all tenants', async () => {
    const sent = taking(server, 'post', PATH, rule('r3', {}))
    const { user } = openConsole(`${ADDRESS}/create`)
    await user.click(await screen.findByRole('switch', { name: 'For all tenants' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Choose a side')
    expect(sent).toEqual([])
    await user.click(screen.getByRole('combobox', { name: /^System/ }))
    await user.click(await screen.findByRole('option', { name: 'EDC' }))
    await user.type(screen.getByRole('textbox', { name: /^Column/ }), 'roleEnvironment')
    await user.type(screen.getByRole('textbox', { name: /^Role ID/ }), 'stat')
    await user.type(screen.getByRole('textbox', { name: /^Role$|^Role \*/ }), 'Statistician')
    await user.click(screen.getByRole('radio', { name: 'Unblinded' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          tenantId: '0',
          softwareId: 's1',
          columnKey: 'roleEnvironment',
          roleId: 'stat',
          roleName: 'Statistician',
          side: 'unblinded',
        },
      ]),
    )
  })

  it('keep the role that they are about', async () => {
    openConsole(`${ADDRESS}/r2`)
    await screen.findByDisplayValue('Pharmacist')
    expect(screen.getByRole('textbox', { name: 'Role ID' })).toHaveProperty('readOnly', true)
    expect(screen.getByRole('textbox', { name: 'Tenant' })).toHaveProperty('value', 'Northwind')
  })

  it('are tried on what people have today', async () => {
    const found: Schemas['DryRun'] = {
      complete: false,
      lookedAt: 1234,
      conflicts: [
        {
          userId: 'u1',
          label: 'Li Lei (li.lei)',
          studyCode: 'A-1',
          studyName: 'Alpha',
          blinded: ['EDC: CRA'],
          unblinded: ['RTSM: Pharmacist'],
        },
      ],
    }
    const asked = taking(server, 'post', `${PATH}/dry-run`, found)
    const { user } = openConsole(ADDRESS)
    await screen.findByRole('link', { name: 'CRA' })
    await user.click(screen.getByRole('button', { name: 'Who conflicts today' }))
    const dialog = await findDialog('Who conflicts today')
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Look' })).toHaveProperty('disabled', false),
    )
    await user.click(dialog.getByRole('button', { name: 'Look' }))
    const table = within(await dialog.findByRole('table'))
    table.getByRole('rowheader', { name: 'Li Lei (li.lei)' })
    table.getByRole('cell', { name: 'RTSM: Pharmacist' })
    dialog.getByText('1,234 authorisations were looked at.')
    dialog.getByText('There are more than can be shown here.')
    expect(asked).toEqual([{ tenantId: 't1' }])
  })
})
