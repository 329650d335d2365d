import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import {
  filterOf,
  findDialog,
  listing,
  openConsole,
  serveList,
  startConsole,
} from '../../../testing'

const server = startConsole()
const ADDRESS = '/index/projectManager/userAllowedHistory'
const CHANGES = '/api/admin/grant-changes'

const change = (id: string, more: Partial<Schemas['GrantChange']>): Schemas['GrantChange'] => ({
  id,
  createTime: '2026-01-05T08:00:00.250Z',
  createByFullName: 'Ada Admin',
  createByUserName: 'ada',
  type: 1,
  kind: 'granted',
  cause: 'administrator',
  reason: '',
  grantId: 'g1',
  version: 1,
  userId: 'u1',
  userName: 'zhang',
  fullName: 'Zhang Wei',
  email: 'z@example.org',
  tenantId: 't1',
  tenantName: 'Northwind',
  softwareId: 's1',
  softwareName: 'Capture',
  studyId: 'y1',
  studyCode: 'ONC-301',
  studyName: 'Lung III',
  siteNames: 'S01 · Hospital',
  roleNames: 'CRA @ Production',
  pluginDigest: 'd',
  toldAt: null,
  answer: '',
  ...more,
})

const ROWS = [
  change('a', {
    type: 2,
    kind: 'suspended',
    cause: 'locked',
    createByUserName: '',
    createByFullName: '',
  }),
  change('b', { type: 2, kind: 'revoked', answer: 'unavailable' }),
  change('c', {}),
]

beforeEach(() => {
  server.use(
    http.get(`${CHANGES}/operators`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      const all = [{ id: 'u7', userName: 'ada', fullName: 'Ada Admin' }]
      return HttpResponse.json(all.filter(({ userName }) => userName.startsWith(q)))
    }),
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 's1', softwareName: 'Capture' }]),
    ),
  )
})

describe('the history of authorisations', () => {
  it('says who gave and took what', async () => {
    serveList(server, CHANGES, ROWS, () => true)
    openConsole(ADDRESS)
    await screen.findByRole('cell', { name: 'Add authorisation' })
    expect(
      screen.getByRole('cell', { name: /^Cancel authorisation · Suspended Account locked$/ }),
    ).toBeDefined()
    expect(screen.getByRole('cell', { name: /^Cancel authorisation Not confirmed/ })).toBeDefined()
    expect(screen.getByText('Automatic')).toBeDefined()
    expect(screen.getAllByText('Ada Admin (ada)')).toHaveLength(2)
    expect(screen.getAllByText('CRA @ Production')).toHaveLength(3)
  })

  it('is narrowed by operator, type and names', async () => {
    const { asked } = serveList(server, CHANGES, ROWS, () => true)
    const { user } = openConsole(ADDRESS)
    await screen.findByRole('cell', { name: 'Add authorisation' })
    expect(asked[0]).toEqual({ sort: '["createTime","DESC"]', filter: {} })
    await user.type(screen.getByRole('combobox', { name: 'Operator' }), 'ad')
    await user.click(await screen.findByRole('option', { name: 'Ada Admin (ada)' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: { createBy: 'u7' } }))
    await user.click(screen.getByRole('combobox', { name: 'Operation type' }))
    await user.click(await screen.findByRole('option', { name: 'Cancel authorisation' }))
    await user.type(screen.getByRole('textbox', { name: 'Site name' }), 'S01')
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        filter: { createBy: 'u7', type: '2', siteNameLike: 'S01' },
      }),
    )
    expect(screen.getByText(/newest 20,000 operations/)).toBeDefined()
  })

  it('asks who had access then, and at another moment', async () => {
    serveList(server, CHANGES, [ROWS[2] as Schemas['GrantChange']], () => true)
    const asked: Record<string, unknown>[] = []
    server.use(
      http.get('/api/admin/held-grants', ({ request }) => {
        asked.push(filterOf(request))
        const held = {
          ...change('g1', {}),
          shown: [],
          validFrom: '2026-01-05T08:00:00Z',
          validTo: null,
          recordedAt: '2026-01-05T08:00:00Z',
          externalRef: null,
        }
        return listing(String(asked.at(-1)?.at) < '2026-01-06' ? [held] : [])
      }),
    )
    const { user } = openConsole(ADDRESS)
    const row = (await screen.findByRole('cell', { name: 'Add authorisation' })).closest('tr')
    await user.click(within(row as HTMLElement).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Who had access then' }))
    const dialog = await findDialog('Who had access: ONC-301')
    await dialog.findByText('Zhang Wei')
    expect(asked[0]).toEqual({ studyId: 'y1', at: '2026-01-05T08:00:00.999Z' })
    const at = dialog.getByLabelText('At')
    await user.clear(at)
    expect(dialog.getByText('Enter a date and a time')).toBeDefined()
    await user.type(at, '2026-02-01T10:00:00')
    await dialog.findByText('Nobody had access to this study then.')
  })
})
