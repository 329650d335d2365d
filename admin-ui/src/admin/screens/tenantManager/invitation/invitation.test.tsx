import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import {
  chooseMore,
  chooseOf,
  envelope,
  filterOf,
  findDialog,
  listing,
  openConsole,
  refusal,
  startConsole,
  USER,
  watchToasts,
} from '../../../testing'

const server = startConsole()
const told = watchToasts()

const invitation = (
  id: string,
  rest: Partial<Schemas['Invitation']>,
): Partial<Schemas['Invitation']> => ({
  id,
  tenantId: 't1',
  email: `${id}@example.org`,
  fullName: '',
  roleName: 'Monitor',
  inviterName: 'Ada Admin',
  state: 'open',
  expiresAt: '2026-01-12T08:00:00.000Z',
  sentAt: '2026-01-05T08:00:00.000Z',
  ...rest,
})

let rows: Partial<Schemas['Invitation']>[] = []
const sent: [string, unknown][] = []

beforeEach(() => {
  sent.length = 0
  rows = [invitation('wang', {}), invitation('li', { state: 'accepted' })]
  const [group] = USER.menuList
  const item = { ...group, list: [], id: '9', url: 'tenantManager/tenantUser' }
  server.use(
    http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: [...USER.menuList, item] })),
    http.get('/api/admin/users', () =>
      listing([{ id: 'u1', fullName: 'Li Min', userName: 'limin', emailValid: '0', status: '0' }]),
    ),
    http.get('/api/admin/invitations', ({ request }) => {
      expect(filterOf(request)).toEqual({ tenantId: 't1' })
      return listing(rows as never[])
    }),
    http.post('/api/admin/invitations', async ({ request }) => {
      const body = (await request.json()) as { email: string }
      sent.push(['invite', body])
      if (!body.email) return refusal(422, { message: 'Wrong', errors: { email: 'Who?' } })
      rows = [invitation('new', { email: body.email }), ...rows]
      return HttpResponse.json(rows[0] as never, { status: 201 })
    }),
    http.post('/api/admin/invitations/:id/resend', ({ params }) => {
      sent.push(['again', params.id])
      return HttpResponse.json(rows[0] as never)
    }),
    http.delete('/api/admin/invitations/:id', ({ params }) => {
      sent.push(['withdraw', params.id])
      rows = rows.map((row) => (row.id === params.id ? { ...row, state: 'withdrawn' } : row))
      return HttpResponse.json(rows[0] as never)
    }),
  )
})

async function open() {
  const { user } = openConsole('/index/systemManger/user')
  await screen.findByRole('link', { name: 'Li Min' })
  await chooseMore(user, 'Invite by e-mail')
  const dialog = await findDialog('Invitations')
  await dialog.findByText('wang@example.org')
  return { user, dialog }
}

describe('inviting', () => {
  it('sends an invitation and shows it among the others', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
    expect(await dialog.findByText('Who?')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), ' chen@example.org ')
    for (const [label, option] of [
      ['Tenant role', 'Monitor'],
      ['Type', 'Internal'],
    ] as const) {
      await user.click(dialog.getByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
    await dialog.findByText('chen@example.org')
    expect(sent.at(-1)).toEqual([
      'invite',
      {
        tenantId: 't1',
        email: 'chen@example.org',
        fullName: '',
        role: 'r2',
        typeId: 'k1',
        positionId: null,
        language: 'en',
      },
    ])
  })

  it('sends one again, and withdraws it after a question', async () => {
    const { user, dialog } = await open()
    expect(dialog.queryByRole('button', { name: 'Actions: li@example.org' })).toBeNull()
    await chooseOf(user, 'wang@example.org', 'Send again')
    await waitFor(() => expect(sent).toEqual([['again', 'wang']]))
    await chooseOf(user, 'wang@example.org', 'Withdraw')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(told()).toBe('Operation cancelled')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull())
    expect(sent).toHaveLength(1)
    await chooseOf(user, 'wang@example.org', 'Withdraw')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await dialog.findByText('Withdrawn')
    expect(sent.at(-1)).toEqual(['withdraw', 'wang'])
  })
})
