import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, left, lin, ok, server, surroundings } from '../../../test/browser'
import * as passkey from '../../shared/challenge/passkey'
import { App } from '../App'

freshBrowser()

const ANSWER = {
  token: 't',
  isOverdue: false,
  nearExpiredDay: null,
  pwdReset: true,
  redirect: '/device',
}

/** The ceremonies that the browser was asked for, to be answered by the test. */
let asked: { autofill: boolean; choose: (credential: unknown) => void }[]
let sent: unknown[]

beforeEach(() => {
  asked = []
  sent = []
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true })
  vi.spyOn(passkey, 'passkeysWork').mockReturnValue(true)
  vi.spyOn(passkey, 'getPasskey').mockImplementation(
    (_, autofill = false) => new Promise((choose) => asked.push({ autofill, choose })),
  )
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => ok(lin)),
    http.post('/api/sys/login/passkey/begin', () => ok({ options: {} })),
    http.post('/api/sys/login/passkey', async ({ request }) => {
      sent.push(await request.json())
      return ok(ANSWER)
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  history.replaceState(null, '', '/signIn/index')
  render(<App />)
  return userEvent.setup({ delay: null })
}

describe('a passkey alone', () => {
  it('signs in where the browser offers it', async () => {
    open()
    await waitFor(() => expect(asked).toHaveLength(1))
    asked[0]?.choose({ id: 'offered' })
    await waitFor(() => expect(left).toEqual(['/device']))
    expect(sent).toEqual([{ credential: { id: 'offered' } }])
  })

  it('is sent for the latest challenge only', async () => {
    const user = open()
    await waitFor(() => expect(asked).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: '使用通行密钥登录' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map(({ autofill }) => autofill)).toEqual([true, false])
    asked[0]?.choose({ id: 'offered' })
    asked[1]?.choose({ id: 'pressed' })
    await waitFor(() => expect(left).toEqual(['/device']))
    expect(sent).toEqual([{ credential: { id: 'pressed' } }])
  })

  it('is sent once, however often the button is pressed on the way', async () => {
    let answer = () => undefined as undefined
    server.use(
      http.post('/api/sys/login/passkey', async ({ request }) => {
        sent.push(await request.json())
        await new Promise<void>((go) => {
          answer = () => void go() as undefined
        })
        return ok(ANSWER)
      }),
    )
    const user = open()
    await waitFor(() => expect(asked).toHaveLength(1))
    const button = await screen.findByRole('button', { name: '使用通行密钥登录' })
    asked[0]?.choose({ id: 'offered' })
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.click(button)
    answer()
    await waitFor(() => expect(left).toEqual(['/device']))
    await user.click(button)
    expect(asked).toHaveLength(1)
    expect(sent).toEqual([{ credential: { id: 'offered' } }])
  })
})
