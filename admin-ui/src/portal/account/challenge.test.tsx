import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshBrowser,
  left,
  ok,
  refused,
  server,
  setCookie,
  surroundings,
} from '../../../test/browser'
import * as passkey from '../../shared/challenge/passkey'
import { all } from '../../shared/challenge/texts'
import { adminFetch, type CallError, request } from '../../shared/http'
import { setLocale } from '../../shared/i18n'
import { App } from '../App'
import { all as accountTexts } from './texts'

freshBrowser()

beforeEach(() => {
  // Without Web Crypto the password is sent as it is.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const ANSWER = {
  token: 't',
  isOverdue: false,
  nearExpiredDay: null,
  pwdReset: true,
  redirect: '/device',
}

const asked = (more: object = {}) =>
  refused('20011', '请完成第二步验证', {
    data: { continuation: 'c-1', ways: ['totp', 'recovery'], enrol: [], expiresIn: 900, ...more },
  })

/** What was sent to a call, in order. */
function heard(
  path: string,
  answers: readonly (() => HttpResponse<never> | ReturnType<typeof ok>)[],
) {
  const bodies: unknown[] = []
  server.use(
    http.post(path, async ({ request: sent }) => {
      bodies.push(await sent.json())
      const answer = answers[Math.min(bodies.length, answers.length) - 1]
      if (!answer) throw new Error('no answer given')
      return answer()
    }),
  )
  return bodies
}

/** Signs in with name and password as far as the server lets. */
async function signIn() {
  server.use(...surroundings)
  history.replaceState(null, '', '/signIn/index')
  const user = userEvent.setup({ delay: null })
  render(<App />)
  await user.type(await screen.findByLabelText('用户名'), 'lin.wei')
  await user.type(await screen.findByLabelText('密码'), 'Good1234{Enter}')
  return user
}

const signedIn = () => {
  setCookie('cardea_marker=m1')
  return ok(ANSWER)
}

describe('the second step of a sign-in', () => {
  it('takes a code and goes on as the sign-in would have', async () => {
    heard('/api/sys/login', [() => asked()])
    const codes = heard('/api/sys/login/factor/totp', [
      () => refused('20013', '验证失败，请重试'),
      signedIn,
    ])
    const user = await signIn()
    const dialog = await screen.findByRole('dialog', { name: '两步验证' })
    const field = await within(dialog).findByLabelText('动态码')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(await within(dialog).findByText('请输入动态码')).toBeVisible()
    expect(codes).toEqual([])
    await user.type(field, '123456{Enter}')
    expect(await within(dialog).findByText('验证失败，请重试')).toBeVisible()
    await user.clear(field)
    await user.type(field, ' 654321 {Enter}')
    await waitFor(() => expect(left).toEqual(['/device']))
    expect(codes).toEqual([
      { continuation: 'c-1', code: '123456' },
      { continuation: 'c-1', code: '654321' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('cardea.loginName')).toBe('lin.wei')
  })

  it('takes a recovery code instead', async () => {
    heard('/api/sys/login', [() => asked()])
    const codes = heard('/api/sys/login/factor/recovery', [signedIn])
    const user = await signIn()
    await user.click(await screen.findByRole('button', { name: '使用恢复码' }))
    await user.type(await screen.findByLabelText('恢复码'), 'ABCDE-FGHJK{Enter}')
    await waitFor(() => expect(codes).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is given up by Escape, and begins anew with the next sign-in', async () => {
    const logins = heard('/api/sys/login', [() => asked()])
    const user = await signIn()
    const dialog = await screen.findByRole('dialog')
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('请完成第二步验证')).toBeVisible()
    await user.type(await screen.findByLabelText('密码'), '{Enter}')
    const again = await screen.findByRole('dialog')
    expect(logins).toHaveLength(2)
    again.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says in the form that its time is over', async () => {
    heard('/api/sys/login', [() => asked()])
    heard('/api/sys/login/factor/totp', [() => refused('20014', '登录步骤已失效，请重新登录')])
    const user = await signIn()
    await user.type(await screen.findByLabelText('动态码'), '123456{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('登录步骤已失效，请重新登录')).toBeVisible()
  })

  it('uses a passkey where the browser knows them', async () => {
    vi.spyOn(passkey, 'passkeysWork').mockReturnValue(true)
    vi.spyOn(passkey, 'getPasskey').mockResolvedValue({ id: 'k' })
    heard('/api/sys/login/passkey/begin', [() => ok({ options: {} })])
    heard('/api/sys/login', [() => asked({ ways: ['passkey', 'totp', 'recovery'] })])
    heard('/api/sys/login/factor/passkey/begin', [() => ok({ options: { challenge: 'x' } })])
    const sent = heard('/api/sys/login/factor/passkey', [signedIn])
    const user = await signIn()
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '使用通行密钥' }))
    await waitFor(() => expect(sent).toEqual([{ continuation: 'c-1', credential: { id: 'k' } }]))
  })

  it('sets up an application first where one is required, and shows the recovery codes once', async () => {
    setLocale('en')
    heard('/api/sys/login', [() => asked({ ways: [], enrol: ['totp'] })])
    const uri = 'otpauth://totp/Cardea:lin.wei?secret=ABCDEFGH&issuer=Cardea'
    heard('/api/sys/login/factor/enrol/totp/begin', [
      () => ok({ enrolment: 'e-1', uri, secret: 'ABCDEFGH' }),
    ])
    const sent = heard('/api/sys/login/factor/enrol/totp', [
      () => {
        setCookie('cardea_marker=m1')
        return ok({ ...ANSWER, recoveryCodes: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] })
      },
    ])
    server.use(...surroundings)
    history.replaceState(null, '', '/signIn/index')
    const user = userEvent.setup({ delay: null })
    render(<App />)
    await user.type(await screen.findByLabelText('User name'), 'lin.wei')
    await user.type(await screen.findByLabelText('Password'), 'Good1234{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Set up two-step verification' })
    expect(await within(dialog).findByText('ABCD EFGH')).toBeVisible()
    expect(within(dialog).getByTitle('QR code for the authenticator application')).toBeTruthy()
    await user.type(await within(dialog).findByLabelText('Code'), '123456{Enter}')
    expect(await within(dialog).findByText('AAAAA-BBBBB')).toBeVisible()
    expect(sent).toEqual([{ continuation: 'c-1', enrolment: 'e-1', code: '123456' }])
    expect(left).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(left).toEqual(['/device']))
  })
})

describe('a recent proof', () => {
  it('is asked for once however many calls need it, and then each is made again', async () => {
    let proved = false
    const calls = heard('/api/x', [
      () => refused('20012', '请再次验证', { data: { ways: ['totp'] } }),
      () => refused('20012', '请再次验证', { data: { ways: ['totp'] } }),
      () => (proved ? ok({ done: true }) : refused('20012', 'again')),
    ])
    heard('/api/sys/recentProof/totp', [
      () => {
        proved = true
        return ok({ token: 't' })
      },
    ])
    const user = userEvent.setup({ delay: null })
    const both = Promise.all([
      request('/api/x', { method: 'POST', json: {} }),
      request('/api/x', { method: 'POST', json: {} }),
    ])
    await user.type(await screen.findByLabelText('动态码'), '123456{Enter}')
    await expect(both).resolves.toEqual([{ done: true }, { done: true }])
    expect(calls).toHaveLength(4)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is given by the password where there is no factor, and can be refused', async () => {
    heard('/api/x', [() => refused('20012', '请再次验证', { data: { ways: ['password'] } })])
    const user = userEvent.setup({ delay: null })
    const call = request('/api/x', { method: 'POST', json: {} }).catch((error: CallError) => error)
    const field = await screen.findByLabelText('密码')
    expect(field).toHaveAttribute('autocomplete', 'current-password')
    await user.click(screen.getByRole('button', { name: '关闭' }))
    expect(((await call) as CallError).code).toBe('20012')
  })

  it('is asked for by the console too, which is told no ways', async () => {
    let calls = 0
    server.use(
      http.put('/api/admin/x', () => {
        calls += 1
        return calls === 1
          ? HttpResponse.json({ code: 'recent_proof', message: 'again' }, { status: 403 })
          : HttpResponse.json({ id: 'x' })
      }),
      http.get('/api/account/factors', () =>
        ok({ required: false, totp: {}, passkeys: [], recoveryCodes: 3, passkeysAvailable: true }),
      ),
    )
    const codes = heard('/api/sys/recentProof/recovery', [() => ok({ token: 't' })])
    const user = userEvent.setup({ delay: null })
    const call = adminFetch('/api/admin/x', { method: 'PUT', body: '{}' })
    await user.click(await screen.findByRole('button', { name: '使用恢复码' }))
    await user.type(await screen.findByLabelText('恢复码'), 'AAAAA-BBBBB{Enter}')
    expect((await call).json).toEqual({ id: 'x' })
    expect(codes).toEqual([{ code: 'AAAAA-BBBBB' }])
  })
})

describe('texts', () => {
  it.each([all, accountTexts])('are there in both languages', (texts) => {
    expect(Object.keys(texts.en)).toEqual(Object.keys(texts.zh))
    for (const text of [...Object.values(texts.zh), ...Object.values(texts.en)]) {
      expect(text.trim()).not.toBe('')
    }
  })
})
