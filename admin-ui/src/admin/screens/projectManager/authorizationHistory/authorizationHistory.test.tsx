import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { openConsole, serveList, startConsole } from '../../../testing'

const server = startConsole()
const ADDRESS = '/index/projectManager/authorizationHistory'
const CHANGES = '/api/admin/preauthorisation-changes'

type Change = Schemas['PreauthorisationChange']

const change = (id: string, more: Partial<Change>): Change => ({
  id,
  createTime: '2026-01-05T08:00:00.250Z',
  createByFullName: 'Ada Admin',
  createByUserName: 'ada',
  type: 3,
  kind: 'sent',
  preauthorisationId: 'p1',
  email: 'z@example.org',
  userId: null,
  userName: '',
  userFullname: '',
  tenantId: 't1',
  tenantName: 'Northwind',
  softwareId: 's1',
  softwareName: 'Capture',
  studyId: 'y1',
  studyCode: 'ONC-301',
  studyName: 'Lung III',
  siteNames: 'S01 · Hospital',
  roleNames: 'CRA @ Production',
  ...more,
})

const ROWS = [
  change('a', {
    type: 4,
    kind: 'accepted',
    userId: 'u1',
    userName: 'zhang',
    userFullname: 'Zhang Wei',
    createByFullName: 'Zhang Wei',
    createByUserName: 'zhang',
  }),
  change('b', { kind: 'resent' }),
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

describe('the history of pre-authorisations', () => {
  it('says who sent and who accepted, with the linked user, and is narrowed', async () => {
    const { asked } = serveList(server, CHANGES, ROWS, () => true)
    const { user } = openConsole(ADDRESS)
    await screen.findByRole('cell', { name: 'Accept pre-authorisation' })
    expect(screen.getByRole('cell', { name: 'Send pre-authorisation · Again' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'z@example.org Zhang Wei (zhang)' })).toBeDefined()
    expect(screen.getAllByText('Ada Admin (ada)')).toHaveLength(2)
    expect(asked[0]).toEqual({ sort: '["createTime","DESC"]', filter: {} })
    await user.type(screen.getByRole('combobox', { name: 'Operator' }), 'ad')
    await user.click(await screen.findByRole('option', { name: 'Ada Admin (ada)' }))
    await user.click(screen.getByRole('combobox', { name: 'Operation type' }))
    await user.click(await screen.findByRole('option', { name: 'Accept pre-authorisation' }))
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'z@')
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        filter: { createBy: 'u7', type: '4', emailLike: 'z@' },
      }),
    )
    expect(screen.getByText(/newest 20,000 operations/)).toBeDefined()
  })
})
