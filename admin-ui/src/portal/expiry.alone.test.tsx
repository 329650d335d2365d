import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import {
  freshBrowser,
  left,
  lin,
  ok,
  refused,
  server,
  setCookie,
  surroundings,
} from '../../test/browser'
import { renewalCount, waitForSession } from '../shared/expiry'
import { request } from '../shared/http'
import { browser, userInfo } from '../shared/session'
import { App } from './App'

// The dialog arrives when the test lets it: on a slow line, an answer is faster than a file.
const gate = vi.hoisted(() => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
})
vi.mock('../shared/shell/SessionExpiredDialog', async (original) => {
  await gate.opened
  return original()
})

freshBrowser()

it('holds requests of an expired session from the first picture on, until its dialog is there', async () => {
  let valid = false
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => ok(lin)),
    http.get('/api/x', () => (valid ? ok('kept') : refused('401', 'no session'))),
    http.get('/api/sys/publicKey', () => refused('500', 'no key needed in this test')),
    http.post('/api/sys/login', () => {
      valid = true
      return ok({
        token: 't',
        isOverdue: false,
        nearExpiredDay: null,
        pwdReset: true,
        redirect: null,
      })
    }),
  )
  vi.stubGlobal('crypto', undefined)
  setCookie('cardea_marker=m0')
  await userInfo()
  // Whoever signed in elsewhere since is nothing to this page.
  localStorage.setItem('cardea.loginName', 'wang.min')
  history.replaceState(null, '', '/nowhere')
  render(<App />)
  // Nothing that is loaded later can have come in between: this is what the first answer finds.
  const held = waitForSession('401', renewalCount())
  const answer = request<string>('/api/x')
  const settled = vi.fn()
  held.then(settled, settled)
  answer.then(settled, settled)
  await screen.findByRole('heading', { name: '找不到页面' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(settled).not.toHaveBeenCalled()

  gate.open()
  const dialog = await screen.findByRole('dialog', { name: '超时验证' })
  expect(settled).not.toHaveBeenCalled()
  expect(dialog).toHaveTextContent('lin.wei')
  expect(dialog).not.toHaveTextContent('wang.min')
  await userEvent.type(within(dialog).getByLabelText('密码'), 'Good1234{Enter}')
  await held
  await expect(answer).resolves.toBe('kept')
  // The request is answered as soon as the session is there; the dialog goes with the next picture.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  vi.unstubAllGlobals()
})

it('says where it knows no name, and leads to a sign-in that goes on here', async () => {
  gate.open()
  let out = 0
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => refused('402', 'expired')),
    http.post('/api/sys/logout', () => {
      out += 1
      return ok(null)
    }),
  )
  setCookie('cardea_marker=m0')
  history.replaceState(null, '', '/helpEDC?x=1')
  render(<App />)
  const dialog = await screen.findByRole('dialog', { name: '超时验证' })
  expect(dialog).toHaveTextContent('登录身份已失效，请重新登录')
  expect(dialog).toHaveTextContent('本页不知道之前登录的账号')
  expect(within(dialog).queryByLabelText('密码')).toBeNull()
  expect([left, out]).toEqual([[], 0])
  await userEvent.click(within(dialog).getByRole('button', { name: '重新登录' }))
  await waitFor(() => expect(left).toEqual(['/signIn/index?returnTo=%2FhelpEDC%3Fx%3D1']))
  expect(out).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('does not go on with the session of somebody else, however they came in', async () => {
  gate.open()
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)
  let who: typeof lin = lin
  const sent: string[] = []
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => ok(who)),
    http.post('/api/x', () => {
      sent.push(who.userName)
      return who === lin ? refused('402', 'expired') : ok('done as somebody else')
    }),
    http.get('/api/sys/publicKey', () => refused('500', 'no key needed in this test')),
    http.post('/api/sys/login', () => {
      // The cookie that comes back is another one's, whatever was typed.
      who = { ...lin, id: 'u2', userName: 'wang.min' }
      const more = { nearExpiredDay: null, pwdReset: true, redirect: null }
      return ok({ token: 't', isOverdue: false, ...more })
    }),
  )
  vi.stubGlobal('crypto', undefined)
  setCookie('cardea_marker=m0')
  await userInfo()
  history.replaceState(null, '', '/nowhere')
  render(<App />)
  await screen.findByRole('heading', { name: '找不到页面' })
  const settled = vi.fn()
  void request('/api/x', { method: 'POST', json: {} }).then(settled, settled)
  const dialog = await screen.findByRole('dialog', { name: '超时验证' })
  await userEvent.type(within(dialog).getByLabelText('密码'), 'Good1234{Enter}')
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(sent).toEqual(['lin.wei'])
  expect(settled).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
