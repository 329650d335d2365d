import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import {
  envelope,
  filterOf,
  findDialog,
  listing,
  NIST,
  openConsole,
  refusal,
  savedMeanwhile,
  taking,
} from '../../../testing'
import { startUsers, USERS } from './fixtures'

// How passwords are sealed is tested where it is done.
vi.mock('../../../../shared/password', () => ({
  seal: async (password: string) => `sealed ${password}`,
}))

const server = startUsers()

async function actOn(user: UserEvent, whom: string, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions: ${whom}` }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

describe('the acts on a user', () => {
  async function openActs() {
    const { user } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Actions: wang' }))
    const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name }))
    return { user, choose }
  }

  /** Notes what is posted or put to `path`; the first answer may be a refusal. */
  const noting = (method: 'post' | 'put', path: string, first?: ReturnType<typeof refusal>) =>
    taking(server, method, path, USERS[0] ?? null, first)

  it('changes important information, and says on which field it is refused', async () => {
    const refused = refusal(422, { message: 'Invalid', errors: { email: 'in use' } })
    const sent = noting('put', '/api/admin/users/u1/important', refused)
    const { user, choose } = await openActs()
    await choose('Update important information')
    const dialog = await findDialog('Important information of 王建国')
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), '.cn')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('in use')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    const body = {
      version: 2,
      userName: 'wang',
      email: 'wang@example.org.cn',
      phone: '13800138000',
    }
    expect(sent).toEqual([body, body])
  })

  it('shows what a faster colleague did to important information', async () => {
    const theirs = { userName: 'wang', email: 'jianguo@example.org', phone: '13900139000' }
    const now = { ...USERS[0], ...theirs, version: 3 }
    const sent = savedMeanwhile(server, '/api/admin/users/u1', now, '/api/admin/users/u1/important')
    const { user, choose } = await openActs()
    await choose('Update important information')
    const dialog = await findDialog('Important information of 王建国')
    await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), '.cn')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/Somebody else has changed this record/)
    expect(dialog.getByRole('listitem').textContent).toBe('Phone: 13900139000')
    expect(dialog.getByRole('radio', { name: 'Yours: wang@example.org.cn' })).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Theirs: jianguo@example.org' }))
    await user.click(dialog.getByRole('button', { name: 'Continue with this choice' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Modified successfully')
    expect(sent.at(-1)).toEqual({ version: 3, ...theirs })
  })

  it('locks for a reason', async () => {
    const refused = refusal(422, { message: 'Invalid', errors: { reason: 'give a reason' } })
    const sent = noting('post', '/api/admin/users/u1/lock', refused)
    const { user, choose } = await openActs()
    await choose('Lock')
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    await screen.findByText('give a reason')
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), ' gone {Enter}')
    await screen.findByText('The account is locked.')
    expect(sent).toEqual([{ reason: '' }, { reason: 'gone' }])
  })

  it('sets a password that keeps the rule, and sends a link to one', async () => {
    const sent = noting('post', '/api/admin/users/u1/password')
    server.use(
      http.post('/api/admin/users/u1/password-reset', () =>
        HttpResponse.json({ id: 'u1', email: 'wang@example.org', sessions: 1 }),
      ),
    )
    const { user } = openConsole('/index/systemManger/user')
    await actOn(user, 'wang', 'Change password')
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText(/^New password/), 'short')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('8 to 16 letters and digits, with upper case, lower case and a digit')
    expect(dialog.getByText('Please enter the new password again')).toBeDefined()
    await user.clear(dialog.getByLabelText(/^New password/))
    await user.type(dialog.getByLabelText(/^New password/), 'Correct1horse')
    await user.type(dialog.getByLabelText(/^The same again/), 'Correct1horse')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password change success')
    expect(sent).toEqual([{ password: 'sealed Correct1horse' }])
    await actOn(user, 'wang', 'Reset password')
    await screen.findByText(/A link with which a new password is set goes to wang@example.org/)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    await screen.findByText(/^New password sent to the address wang@example.org/)
  })

  it('sets a password of any kind where the rules want length alone', async () => {
    server.use(http.get('/api/sys/passwordRules', () => envelope(NIST)))
    const sent = noting('post', '/api/admin/users/u1/password')
    const { user } = openConsole('/index/systemManger/user')
    await actOn(user, 'wang', 'Change password')
    const dialog = await findDialog()
    const act = dialog.getByRole('button', { name: 'Change password' })
    await user.type(dialog.getByLabelText(/^New password/), 'Correct1horse')
    await user.type(dialog.getByLabelText(/^The same again/), 'Correct1horse')
    await user.click(act)
    await dialog.findByText('15 to 128 characters of any kind')
    await user.type(dialog.getByLabelText(/^New password/), ' battery')
    await user.type(dialog.getByLabelText(/^The same again/), ' battery')
    await user.click(act)
    await screen.findByText('Password change success')
    expect(sent).toEqual([{ password: 'sealed Correct1horse battery' }])
  })

  it('asks before it deletes', async () => {
    const gone: unknown[] = []
    server.use(
      http.delete('/api/admin/users/:id', ({ params }) => {
        gone.push(params.id)
        return HttpResponse.json(USERS[0] ?? null)
      }),
    )
    const { user, choose } = await openActs()
    await choose('Delete')
    await screen.findByText('Delete this information?')
    expect(gone).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted successfully')
    expect(gone).toEqual(['u1'])
  })

  it('offers nothing that is not to be changed here for an account kept elsewhere', async () => {
    const { user } = openConsole('/index/systemManger/user')
    await user.click(await screen.findByRole('button', { name: 'Actions: limin' }))
    const acts = await screen.findAllByRole('menuitem')
    expect(acts.map((act) => act.textContent)).toEqual([
      'Edit basic information',
      'Unlock',
      'Delete',
    ])
    expect(screen.queryByRole('menuitem', { name: /password/ })).toBeNull()
  })

  it('says of a message what became of it, not that it was meant', async () => {
    let delivery = { id: 'm1', state: 'sent', channel: 'live', trouble: null as string | null }
    server.use(
      http.post('/api/admin/users/u1/password-reset', () =>
        HttpResponse.json({ id: 'u1', email: 'wang@example.org', sessions: 1, messageId: 'm1' }),
      ),
      http.get('/api/admin/deliveries/m1', () => HttpResponse.json(delivery)),
    )
    const { user } = openConsole('/index/systemManger/user')
    for (const [now, said] of [
      [{}, /^New password sent to the address wang@example.org/],
      [
        { channel: 'file' },
        /^No mail server is set up: the message for wang@example.org is a file/,
      ],
      [
        { state: 'failed', trouble: 'refused' },
        'The message for wang@example.org could not be delivered. The mail server refused it.',
      ],
    ] as const) {
      delivery = { id: 'm1', state: 'sent', channel: 'live', trouble: null, ...now }
      await actOn(user, 'wang', 'Reset password')
      const dialog = await findDialog()
      await user.click(dialog.getByRole('button', { name: 'Reset password' }))
      await screen.findByText(said)
    }
  })

  it('shows a lock of too many failures with its end, and lifts it for a reason', async () => {
    const locked = { ...USERS[0], lockedUntil: '2026-01-05T08:15:00.000Z' }
    server.use(http.get('/api/admin/users', () => listing([locked])))
    const sent = noting('post', '/api/admin/users/u1/unlock')
    const { choose, user } = await openActs()
    expect(screen.getByText(/^Locked after failed sign-ins until/)).toBeDefined()
    await choose('Unlock')
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'it was them{Enter}')
    await screen.findByText('The account is unlocked.')
    expect(sent).toEqual([{ reason: 'it was them' }])
  })

  it('finds who was deleted, and puts them back for a reason', async () => {
    const gone = { ...USERS[0], deletedAt: '2026-01-05T08:00:00.000Z' }
    server.use(
      http.get('/api/admin/users', ({ request }) =>
        listing(filterOf(request).deleted === true ? [gone] : []),
      ),
    )
    const sent = noting('post', '/api/admin/users/u1/restore')
    const filter = encodeURIComponent(JSON.stringify({ deleted: true }))
    const { user } = openConsole(`/index/systemManger/user?filter=${filter}`)
    await user.click(await screen.findByRole('button', { name: 'Actions: wang' }))
    expect((await screen.findAllByRole('menuitem')).map((act) => act.textContent)).toEqual([
      'Restore',
    ])
    expect(screen.queryByRole('menuitem', { name: /password/ })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: 'Restore' }))
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'they came back{Enter}')
    await screen.findByText('The account is restored.')
    expect(sent).toEqual([{ reason: 'they came back' }])
  })
})
