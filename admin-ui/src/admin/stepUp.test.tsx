import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setLocale } from '../shared/i18n'
// Both entries have it: it knows who meets what the server asks for first.
import '../shared/session'
import { dataProvider } from './dataProvider'
import { envelope, refusal, startServer } from './testing/server'
import { download } from './widgets/files/download'

const server = startServer()

beforeEach(() => {
  setLocale('en')
  // Without Web Crypto the password is sent as it is.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  return () => vi.unstubAllGlobals()
})

/** Answers a call only after a proof by password; how often each was asked for. */
function guarded(method: 'delete' | 'post', path: string, answer: () => Response) {
  const asked = { calls: 0, proofs: [] as unknown[] }
  server.use(
    http[method](path, () => {
      asked.calls += 1
      if (asked.proofs.length > 0) return answer()
      return refusal(403, {
        code: 'recent_proof',
        message: 'Please verify again',
        data: { ways: ['password'] },
      })
    }),
    http.post('/api/sys/recentProof/password', async ({ request }) => {
      asked.proofs.push(await request.json())
      return envelope({ token: 't' })
    }),
  )
  return asked
}

async function prove() {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Password'), 'Good1234{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('a call of the console that wants a recent proof', () => {
  it('is made again by the data provider once it is given', async () => {
    const asked = guarded('delete', '/api/admin/users/u1', () => HttpResponse.json({ id: 'u1' }))
    const removal = dataProvider.delete('users', { id: 'u1' })
    await prove()
    expect((await removal).data).toEqual({ id: 'u1' })
    expect(asked).toEqual({ calls: 2, proofs: [{ password: 'Good1234' }] })
  })

  it('is refused where the person gives up', async () => {
    const asked = guarded('delete', '/api/admin/users/u1', () => HttpResponse.json({ id: 'u1' }))
    const removal = dataProvider.delete('users', { id: 'u1' })
    const refused = expect(removal).rejects.toMatchObject({ code: 'recent_proof', status: 403 })
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await refused
    expect(asked.calls).toBe(1)
  })

  it('is made again where a file is streamed', async () => {
    const saved: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    const asked = guarded('post', '/api/admin/users/export', () => new HttpResponse('zip'))
    const file = download({
      call: 'POST /users/export',
      body: { all: true },
      name: 'users.zip',
    })
    await prove()
    await file
    expect([asked.calls, saved]).toEqual([2, ['users.zip']])
  })
})
