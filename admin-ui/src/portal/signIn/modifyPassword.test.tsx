import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshBrowser,
  left,
  lin,
  ok,
  refused,
  server,
  setCookie,
  surroundings,
} from '../../../test/browser'
import { openPortal } from '../../../test/portal'
import { setLocale } from '../../shared/i18n'
import { userInfo } from '../../shared/session'

freshBrowser()

type Answer = ReturnType<typeof refused>

/** What was sent to a call whose answers come one after the other; the last one stays. */
function serve(path: string, ...answers: (() => Answer)[]): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post(path, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (!answer) throw new Error('no answer given')
      return answer()
    }),
  )
  return sent
}

const BY_NAME = '/api/sys/user/username/password'
const done = () => ok(null)
const wrong = () => refused('701', '用户名或密码错误', { data: { captchaRequired: true } })
const unread = () => refused('21018', '请输入正确的验证码', { data: { captchaRequired: true } })
const forced = (redirect: string | null) => () =>
  ok({
    token: null,
    isOverdue: false,
    nearExpiredDay: null,
    pwdReset: false,
    continuation: 'c~1',
    redirect,
  })

beforeEach(() => {
  // Without Web Crypto the password is sent as it is, so that these tests can read it.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  let pictures = 0
  server.use(
    ...surroundings,
    http.get('/api/sys/captcha', () => {
      pictures += 1
      return ok({ image: 'data:image/png;base64,AA==', key: `picture-${pictures}` })
    }),
    http.get('/api/sys/captcha/work', () =>
      ok({ challenge: 'A'.repeat(43), bits: 4, key: 'work' }),
    ),
    http.post('/api/sys/logout', done),
  )
})
afterEach(() => vi.unstubAllGlobals())

type User = ReturnType<typeof userEvent.setup>
type Inside = Pick<typeof screen, 'findByLabelText' | 'queryByLabelText' | 'getByRole'>

/** The three passwords, and Enter. */
async function change(user: User, inside: Inside = screen) {
  for (const [label, text] of [
    ['当前密码', 'Good1234'],
    ['新密码', 'Better1234'],
    ['确认密码', 'Better1234'],
  ] as const) {
    const field = await inside.findByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  await user.keyboard('{Enter}')
}

/** The new password twice, and Enter: the present one was proved. */
async function replace(user: User, inside: Inside) {
  expect(inside.queryByLabelText('当前密码')).toBeNull()
  for (const label of ['新密码', '确认密码']) {
    await user.type(await inside.findByLabelText(label), 'Better1234')
  }
  await user.keyboard('{Enter}')
}

/** The page of an expired password, as sign-in leads to it. */
function expired(address = '/signIn/modifyPwd') {
  localStorage.setItem('cardea.loginName', 'lin.wei')
  return openPortal(address)
}

/** The dialog that a sign-in with somebody else's choice of a password ends in. */
async function signIn(address: string) {
  const user = openPortal(address)
  await user.type(await screen.findByLabelText('用户名'), 'lin.wei')
  await user.type(screen.getByLabelText('密码'), 'Given1234{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: '请先修改初始密码' }))
  return { user, dialog }
}

const REPLACEMENT = { continuation: 'c~1', newPassword: 'Better1234' }
const CHANGE = { password: 'Good1234', newPassword: 'Better1234' }

describe('the captcha of an expired password', () => {
  it('comes when the call asks for it, and is answered by picture', async () => {
    const sent = serve(BY_NAME, wrong, unread, done)
    const user = expired('/signIn/modifyPwd?returnTo=%2Fdevice')
    await screen.findByLabelText('当前密码')
    expect(screen.queryByLabelText('验证码')).toBeNull()
    await change(user)
    expect(await screen.findByText('用户名或密码错误')).toBeVisible()
    const captcha = await screen.findByLabelText('验证码')
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    await waitFor(() => expect(captcha).toHaveFocus())
    expect(captcha).toHaveAccessibleDescription(/验证码不能为空/)
    expect(sent).toEqual([{ userName: 'lin.wei', ...CHANGE }])

    await screen.findByAltText('图片验证码')
    await user.type(captcha, ' ab12 {Enter}')
    await waitFor(() => expect(captcha).toHaveAccessibleDescription(/请输入正确的验证码/))
    expect(captcha).toHaveValue('')
    expect(sent[1]).toMatchObject({ ...CHANGE, captcha: 'ab12', checkKey: 'picture-1' })
    await user.type(captcha, 'cd34{Enter}')
    expect(await screen.findByText('修改成功，请使用新密码重新登录')).toBeVisible()
    expect(sent[2]).toMatchObject({ captcha: 'cd34' })
    expect(location.pathname + location.search).toBe('/signIn/index?returnTo=%2Fdevice')
  })

  it('is answered by the browser’s work in the place of the picture', async () => {
    const sent = serve(BY_NAME, unread, done)
    const user = expired()
    await change(user)
    await user.click(await screen.findByRole('button', { name: '看不清图片？由浏览器自动验证' }))
    await screen.findByText('已由浏览器完成验证，无需输入图片中的字符')
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    expect(await screen.findByText('修改成功，请使用新密码重新登录')).toBeVisible()
    expect(sent[1]).toMatchObject({ ...CHANGE, checkKey: 'work' })
    expect(sent[1]?.captcha).toMatch(/^\d+$/)
  })

  it('is there at once where this browser has failed too often, until a change succeeds', async () => {
    localStorage.setItem('cardea.failedLogins', '4')
    const sent = serve(BY_NAME, done)
    const user = expired()
    await user.type(await screen.findByLabelText('验证码'), 'ab12')
    await screen.findByAltText('图片验证码')
    await change(user)
    expect(await screen.findByText('修改成功，请使用新密码重新登录')).toBeVisible()
    expect(sent[0]).toMatchObject({ captcha: 'ab12', checkKey: 'picture-1' })
    expect(localStorage.getItem('cardea.failedLogins')).toBeNull()
  })

  it('speaks English', async () => {
    setLocale('en')
    serve(BY_NAME, unread)
    const user = expired()
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      await user.type(
        await screen.findByLabelText(label),
        label === 'Current password' ? 'a' : 'Better1234',
      )
    }
    await user.keyboard('{Enter}')
    expect(await screen.findByLabelText('Captcha')).toBeVisible()
    expect(
      screen.getByRole('button', { name: 'Cannot read the picture? Let the browser verify' }),
    ).toBeVisible()
  })
})

describe('an expired password beside a second factor', () => {
  it('is replaced by what the second step answers', async () => {
    const step = () => ok({ token: null, pwdReset: false, isOverdue: false, continuation: 'c~1' })
    const sent = serve(BY_NAME, step, done)
    const user = expired()
    await change(user)
    expect(await screen.findByText('修改成功，请使用新密码重新登录')).toBeVisible()
    expect(sent).toEqual([{ userName: 'lin.wei', ...CHANGE }, REPLACEMENT])
  })
})

describe('a password that somebody else chose', () => {
  it('is changed, and the next sign-in goes on where this one was going', async () => {
    serve('/api/sys/login', forced('/oauth2/authorize?x=1'))
    const sent = serve(BY_NAME, done)
    const { user, dialog } = await signIn('/signIn/index?returnTo=%2Foauth2%2Fauthorize%3Fx%3D1')
    await replace(user, dialog)
    await waitFor(() =>
      expect(left).toEqual(['/signIn/index?returnTo=%2Foauth2%2Fauthorize%3Fx%3D1']),
    )
    expect(sent).toEqual([REPLACEMENT])
    expect(sessionStorage.getItem('cardea.notice')).toBe('password.changed')
  })

  it('is changed, and nothing is made up where nobody was going anywhere', async () => {
    serve('/api/sys/login', forced(null))
    serve(BY_NAME, done)
    const { user, dialog } = await signIn('/signIn/index')
    await replace(user, dialog)
    await waitFor(() => expect(left).toEqual(['/signIn/index']))
  })

  it('says why where the server refuses the new one, and tells no other tab of a session', async () => {
    serve('/api/sys/login', forced(null))
    const common = () =>
      refused('400', '请检查', { data: { errors: { newPassword: '该密码过于常见，请更换' } } })
    const sent = serve(BY_NAME, common, done)
    const { user, dialog } = await signIn('/signIn/index')
    await replace(user, dialog)
    expect(await dialog.findByText('该密码过于常见，请更换')).toBeVisible()
    expect(localStorage.getItem('cardea.token')).toBeNull()
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(left).toEqual(['/signIn/index']))
    expect(sent).toEqual([REPLACEMENT, REPLACEMENT])
  })
})

describe('a password that has expired when the session has, too', () => {
  it('is changed on its page, from which the person goes on where they were', async () => {
    setCookie('cardea_marker=m0')
    localStorage.setItem('cardea.loginName', 'wang.min')
    server.use(
      http.get('/api/sys/user/info', () => ok(lin)),
      http.get('/api/sys/user/software', () => refused('402', '登录已失效')),
    )
    await userInfo()
    serve('/api/sys/login', () => refused('27006', '密码已过期'))
    const user = openPortal('/helpEDC')
    const dialog = within(await screen.findByRole('dialog', { name: '超时验证' }))
    await user.type(dialog.getByLabelText('密码'), 'Good1234{Enter}')
    await waitFor(() => expect(left).toEqual(['/signIn/modifyPwd?returnTo=%2FhelpEDC']))
    expect(localStorage.getItem('cardea.loginName')).toBe('lin.wei')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('whoever came from elsewhere to link an account', () => {
  it('replaces a password that somebody else chose first, and links nothing by it', async () => {
    const stop = { kind: 'link', provider: 'wecom', label: '李伟', continuation: 'c~1' }
    serve('/api/sys/loginByTicket', () =>
      refused('404', '尚未关联', { data: { ...stop, returnTo: '/device' } }),
    )
    serve('/api/sys/login', forced('/device'))
    const linked = serve('/api/account/identities', () => ok({ id: 'i' }))
    serve(BY_NAME, done)
    const { user, dialog } = await signIn('/LoginTicket?loginType=wecom&code=t1&state=s1')
    await replace(user, dialog)
    await waitFor(() => expect(left).toEqual(['/signIn/index?returnTo=%2Fdevice']))
    expect(linked).toEqual([])
  })
})
