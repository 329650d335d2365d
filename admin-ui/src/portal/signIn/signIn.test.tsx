import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
import { getLocale, setLocale, showLocale } from '../../shared/i18n'
import { type SignInAnswer, userInfo } from '../../shared/session'
import { App } from '../App'

freshBrowser()

const PLAIN: SignInAnswer = {
  token: 'token',
  isOverdue: false,
  nearExpiredDay: null,
  pwdReset: true,
  redirect: null,
}

/** Bodies of the login calls, in order. */
let logins: Record<string, unknown>[] = []

type Answer = ReturnType<typeof refused>

/** A server with one answer after the other for login; the last one stays. */
function serve(answers: readonly (() => Answer)[]) {
  let call = 0
  server.use(
    http.post('/api/sys/login', async ({ request }) => {
      logins.push((await request.json()) as Record<string, unknown>)
      const answer = answers[Math.min(call, answers.length - 1)]
      call += 1
      const response = answer?.()
      if (!response) throw new Error('no answer given')
      const { code } = (await response.clone().json()) as { code: string }
      if (code === '200') setCookie(`cardea_marker=m${call}`)
      return response
    }),
  )
}

const done =
  (more: Partial<SignInAnswer> = {}) =>
  () =>
    ok({ ...PLAIN, ...more })
const wrong =
  (captchaRequired = false) =>
  () =>
    refused('701', '用户名或密码错误', { data: { captchaRequired } })

function open(address = '/signIn/index') {
  history.replaceState(null, '', address)
  const user = userEvent.setup({ delay: null })
  render(<App />)
  return user
}

const field = (label: string) => screen.findByLabelText(label)
const submit = () => screen.getByRole('button', { name: '登录' })

async function enter(
  user: ReturnType<typeof userEvent.setup>,
  name = 'lin.wei',
  word = 'Good1234',
) {
  const userName = await field('用户名')
  await user.clear(userName)
  if (name) await user.type(userName, name)
  const password = await field('密码')
  await user.clear(password)
  await user.type(password, `${word}{Enter}`)
}

beforeEach(() => {
  logins = []
  // Without Web Crypto the password is sent as it is, so that these tests can read it.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  let pictures = 0
  server.use(
    ...surroundings,
    http.get('/api/sys/captcha', () => {
      pictures += 1
      return ok({ image: 'data:image/png;base64,AA==', key: `picture-${pictures}` })
    }),
    http.get('/api/sys/user/info', () => ok(lin)),
    http.get('/api/sys/user/software', () => ok([])),
    http.get('/api/tenant/combobox', () => ok([])),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('password sign-in', () => {
  it('sends the trimmed name and goes to the chooser', async () => {
    serve([done()])
    const user = open()
    await enter(user, '  lin.wei ')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins).toEqual([{ userName: 'lin.wei', password: 'Good1234' }])
    expect(location.pathname).toBe('/softIndex')
    expect(localStorage.getItem('cardea.token')).toBe('m1')
  })

  it('takes people with a menu to the console', async () => {
    const menuList = [{ id: '1', name: '系统', url: null, icon: null, parentId: '0', list: [] }]
    server.use(http.get('/api/sys/user/info', () => ok({ ...lin, menuList })))
    serve([done()])
    await enter(open())
    await waitFor(() => expect(left).toEqual(['/index']))
  })

  it('follows the server’s redirect, never the address in the query', async () => {
    serve([done({ redirect: '/oauth2/authorize?x=1' })])
    await enter(open(`/signIn/index?returnTo=${encodeURIComponent('https://evil.example/')}`))
    await waitFor(() => expect(left).toEqual(['/oauth2/authorize?x=1']))
    expect(logins[0]?.returnTo).toBe('https://evil.example/')
  })

  it('stays here when the server refuses the address to return to', async () => {
    serve([done({ redirect: null })])
    await enter(open(`/signIn/index?returnTo=${encodeURIComponent('https://evil.example/')}`))
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(left).toEqual([])
  })

  it('names each blank field and puts the focus on the first', async () => {
    serve([done()])
    const user = open()
    await user.type(await field('用户名'), '   ')
    await user.click(submit())
    expect(await field('用户名')).toHaveAccessibleDescription('用户名不能为空')
    expect(await field('密码')).toHaveAccessibleDescription('密码不能为空')
    await waitFor(async () => expect(await field('用户名')).toHaveFocus())
    expect(submit()).toBeEnabled()
    expect(logins).toEqual([])
  })

  it('says what the server says, keeps the name and offers the password again', async () => {
    serve([wrong()])
    await enter(open())
    expect(await screen.findByRole('alert')).toHaveTextContent('用户名或密码错误')
    expect(await field('用户名')).toHaveValue('lin.wei')
    expect(await field('密码')).toHaveFocus()
    expect(screen.queryByLabelText('验证码')).toBeNull()
  })

  it('lets people paste a password and works for password managers', async () => {
    serve([done()])
    const user = open()
    expect(await field('用户名')).toHaveAttribute('autocomplete', 'username webauthn')
    const password = await field('密码')
    expect(password).toHaveAttribute('autocomplete', 'current-password')
    await user.click(password)
    await user.paste('Good1234')
    expect(password).toHaveValue('Good1234')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(password).toHaveAttribute('type', 'text')
  })

  it('speaks the other language at once and keeps what was typed', async () => {
    serve([done()])
    const user = open()
    await user.type(await field('用户名'), 'lin.wei')
    await user.click(screen.getByRole('button', { name: '语言' }))
    const choices = await screen.findAllByRole('menuitemradio')
    expect(choices.map((choice) => choice.textContent)).toEqual(['中文', 'English'])
    await user.click(screen.getByRole('menuitemradio', { name: 'English' }))
    expect(await field('User name')).toHaveValue('lin.wei')
    expect(document.documentElement).toHaveAttribute('lang', 'en')
    await waitFor(() => expect(document.title).toBe('Sign in · Brand'))
  })
})

describe('the captcha', () => {
  it('comes after more than three failures and goes with a success', async () => {
    serve([wrong(), wrong(), wrong(), wrong(), done()])
    const user = open()
    for (let failure = 1; failure <= 4; failure += 1) {
      expect(screen.queryByLabelText('验证码')).toBeNull()
      await enter(user, 'lin.wei', `Wrong${failure}`)
      await waitFor(() => expect(logins).toHaveLength(failure))
      await screen.findByRole('alert')
      await waitFor(() => expect(localStorage.getItem('cardea.failedLogins')).toBe(String(failure)))
    }
    await user.type(await field('验证码'), ' ab12 ')
    await screen.findByAltText('图片验证码')
    await enter(user)
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins[4]).toMatchObject({ captcha: 'ab12', checkKey: 'picture-1' })
    expect(localStorage.getItem('cardea.failedLogins')).toBeNull()
  })

  it('comes when the server asks for it, and is then required', async () => {
    serve([wrong(true)])
    const user = open()
    await enter(user)
    const captcha = await field('验证码')
    await user.click(submit())
    await waitFor(() => expect(captcha).toHaveFocus())
    expect(captcha).toHaveAccessibleDescription(/验证码不能为空/)
    expect(logins).toHaveLength(1)
  })

  it('gets a new picture after code 21018, with the message on the field', async () => {
    serve([() => refused('21018', '验证码错误'), done()])
    const user = open()
    await enter(user)
    const captcha = await field('验证码')
    await waitFor(() => expect(captcha).toHaveAccessibleDescription(/验证码错误/))
    const picture = await screen.findByAltText('图片验证码')
    await user.click(screen.getByRole('button', { name: '换一张验证码图片' }))
    expect(picture).toBeInTheDocument()
    await user.type(captcha, 'cd34')
    await user.click(submit())
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins[1]).toMatchObject({ captcha: 'cd34', checkKey: 'picture-2' })
  })
})

describe('what comes between', () => {
  it('warns of an expiring password; later goes on', async () => {
    serve([done({ isOverdue: true, nearExpiredDay: 3 })])
    const user = open()
    await enter(user)
    const dialog = await screen.findByRole('dialog', { name: '密码即将过期' })
    expect(dialog).toHaveTextContent('3 天后过期')
    await user.click(within(dialog).getByRole('button', { name: '稍后修改' }))
    await screen.findByRole('heading', { name: '林伟，您好' })
  })

  it('takes “do it now” to the change page and keeps where the person was going', async () => {
    serve([done({ isOverdue: true, nearExpiredDay: 0, redirect: '/oauth2/x' })])
    const user = open('/signIn/index?returnTo=%2Foauth2%2Fx')
    await enter(user)
    await user.click(await screen.findByRole('button', { name: '立即修改' }))
    await screen.findByRole('heading', { level: 1, name: '密码即将过期' })
    expect(location.search).toBe('?returnTo=%2Foauth2%2Fx&soon=1')
    expect(screen.getByRole('main')).toHaveTextContent('lin.wei')
    expect(left).toEqual([])
  })

  it('asks to replace a password that somebody else set; cancelling leads back to the sign-in', async () => {
    serve([done({ pwdReset: false, token: null, continuation: 'c' })])
    const user = open()
    await enter(user)
    const dialog = await screen.findByRole('dialog', { name: '请先修改初始密码' })
    expect(screen.queryByText('已登录，正在进入…')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('密码')).toBeVisible()
    expect([location.pathname, left]).toEqual(['/signIn/index', []])
  })

  it('changes an expired password (27006) without a session', async () => {
    let changed: unknown
    server.use(
      http.post('/api/sys/user/username/password', async ({ request }) => {
        changed = await request.json()
        return ok(null)
      }),
    )
    serve([() => refused('27006', '密码已过期')])
    const user = open()
    await enter(user)
    await screen.findByRole('heading', { name: '修改过期密码' })
    await user.type(await field('当前密码'), 'Good1234')
    await user.type(await field('新密码'), 'Better1234')
    await user.type(await field('确认密码'), 'Better1235{Enter}')
    expect(await field('确认密码')).toHaveAccessibleDescription('两次输入的密码不一致')
    await user.clear(await field('确认密码'))
    await user.type(await field('确认密码'), 'Better1234{Enter}')
    expect(await screen.findByRole('status')).toHaveTextContent('修改成功')
    expect(changed).toEqual({
      userName: 'lin.wei',
      password: 'Good1234',
      newPassword: 'Better1234',
    })
    expect(location.search).toBe('')
  })
})

describe('the re-validation modal', () => {
  it('opens once, keeps the account, cannot be dismissed, and goes on where it was', async () => {
    let valid = false
    const guarded =
      <T extends Parameters<typeof ok>[0]>(data: T) =>
      () =>
        valid ? ok(data) : refused('402', 'expired')
    let asked = 0
    server.use(
      // The page hears whose it is before the session ends.
      http.get('/api/sys/user/info', () => {
        asked += 1
        return asked === 1 || valid ? ok(lin) : refused('402', 'expired')
      }),
      http.get('/api/sys/user/software', guarded([])),
      http.get('/api/tenant/combobox', guarded([])),
    )
    serve([
      () => {
        valid = true
        return ok({ ...PLAIN })
      },
    ])
    setCookie('cardea_marker=m0')
    // Another tab may have signed somebody else in since: that is nothing to this page.
    localStorage.setItem('cardea.loginName', 'wang.min')
    await userInfo()
    const user = open('/softIndex')
    const dialog = await screen.findByRole('dialog', { name: '超时验证' })
    expect(dialog).not.toHaveTextContent('wang.min')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(dialog).toHaveTextContent('登录身份已失效，请重新登录')
    expect(within(dialog).queryByRole('button', { name: '关闭' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(dialog)
    expect(screen.getByRole('dialog')).toBe(dialog)
    await user.type(within(dialog).getByLabelText('密码'), 'Good1234{Enter}')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins).toEqual([{ userName: 'lin.wei', password: 'Good1234' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('signs out to switch the account', async () => {
    let out = 0
    server.use(
      http.get('/api/sys/user/info', () => ok(lin)),
      http.get('/api/sys/user/software', () => refused('20006', 'elsewhere')),
      http.get('/api/tenant/combobox', () => refused('20006', 'elsewhere')),
      http.post('/api/sys/logout', () => {
        out += 1
        return ok(null)
      }),
    )
    setCookie('cardea_marker=m0')
    await userInfo()
    const user = open('/softIndex')
    await user.click(await screen.findByRole('button', { name: '切换账号' }))
    await waitFor(() => expect(left).toEqual(['/signIn/index']))
    expect(out).toBe(1)
  })
})

describe('English', () => {
  it('has the whole page in English', async () => {
    setLocale('en')
    serve([done()])
    open()
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    const main = screen.getByRole('main')
    expect(main.textContent).not.toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('what a client says of the sign-in', () => {
  it('fills in who is likely to sign in, before whoever did last', async () => {
    localStorage.setItem('cardea.loginName', 'somebody.else')
    open('/signIn/index?returnTo=%2Foauth2%2Fauthorize%3Fx&login_hint=lin.wei%40example.org')
    expect(await field('用户名')).toHaveValue('lin.wei@example.org')
  })

  it('fits a small window', async () => {
    open('/signIn/index?display=popup')
    await field('用户名')
    expect(document.querySelector('[class*=compact]')).not.toBeNull()
  })

  it('is in the first language that there is, and remembers nothing of it', () => {
    showLocale('fr-FR EN-gb zh')
    expect(getLocale()).toBe('en')
    expect(localStorage.getItem('cardea.language')).not.toBe('en')
    showLocale('xx')
    expect(getLocale()).toBe('en')
  })
})
