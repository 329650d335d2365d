import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
import { setLocale } from '../../shared/i18n'
import { userInfo } from '../../shared/session'
import { all } from '../../shared/shell/codeTexts'
import { codeProblem } from '../../shared/shell/useCodes'
import { App } from '../App'

freshBrowser()

/** Bodies of the calls, in order. */
let sends: Record<string, unknown>[] = []
let logins: Record<string, unknown>[] = []

type Answer = ReturnType<typeof refused>

/** A server whose answers to `path` come one after the other; the last one stays. */
function serve(path: string, into: Record<string, unknown>[], answers: (() => Answer)[]) {
  server.use(
    http.post(path, async ({ request }) => {
      into.push((await request.json()) as Record<string, unknown>)
      const answer = answers[Math.min(into.length, answers.length) - 1]
      if (!answer) throw new Error('no answer given')
      return answer()
    }),
  )
}
const sending = (...answers: (() => Answer)[]) =>
  serve('/api/sys/login/sendAuthCode', sends, answers)
const signingIn = (...answers: (() => Answer)[]) => serve('/api/sys/login', logins, answers)

const PLAIN = {
  token: 't',
  isOverdue: false,
  nearExpiredDay: null,
  pwdReset: true,
  redirect: null,
}
const done = (more: object = {}) => {
  setCookie('cardea_marker=m1')
  return ok({ ...PLAIN, ...more })
}

async function open(address = '/signIn/index') {
  history.replaceState(null, '', address)
  const user = userEvent.setup({ delay: null })
  render(<App />)
  await user.click(await screen.findByRole('tab', { name: '短信登录' }))
  return user
}
const phone = () => screen.findByLabelText('手机号')
const code = () => screen.findByLabelText('短信验证码')
const button = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => {
  sends = []
  logins = []
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => ok(lin)),
    http.get('/api/sys/user/software', () => ok([])),
    http.get('/api/tenant/combobox', () => ok([])),
    http.get('/api/sys/captcha', () => ok({ image: 'data:image/png;base64,AA==', key: 'picture' })),
  )
})

describe('signing in by SMS', () => {
  it('sends the code and signs in with it', async () => {
    sending(() => ok(null))
    signingIn(() => done())
    const user = await open('/signIn/index?returnTo=%2Fdevice')
    await user.type(await phone(), ' 138 0013 8000 ')
    await user.click(button('获取验证码'))
    await screen.findByText(/^发送成功，60 秒后可重新获取/)
    expect(sends).toEqual([{ phone: '138 0013 8000' }])
    // What comes next is the code.
    await waitFor(async () => expect(await code()).toHaveFocus())
    await user.paste(' 123 456 789')
    expect(await code()).toHaveValue('12345678')
    await user.clear(await code())
    await user.paste(' 123 456')
    expect(await code()).toHaveValue('123456')
    await user.click(button('登录'))
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins).toEqual([
      { phone: '138 0013 8000', phoneCaptcha: '123456', returnTo: '/device' },
    ])
    expect(localStorage.getItem('cardea.loginName')).toBe('lin.wei')
    expect(localStorage.getItem('cardea.loginType')).toBe('phone')
  })

  it('counts down from what the server says', async () => {
    sending(() => ok({ resendSeconds: 90 }))
    const user = await open()
    await user.type(await phone(), '13800138000')
    await user.click(button('获取验证码'))
    await screen.findByText(/^发送成功，90 秒后可重新获取/)
    expect(button(/^(90|89) 秒后重新获取$/)).toBeDisabled()
  })

  it('is made for what fills fields in', async () => {
    await open()
    expect(await phone()).toHaveAttribute('autocomplete', 'tel')
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await code()).toHaveAttribute('inputmode', 'numeric')
  })

  it('lets nobody ask for a code before the phone is right', async () => {
    const user = await open()
    await phone()
    expect(button('获取验证码')).toBeDisabled()
    await user.type(await phone(), '138')
    expect(button('获取验证码')).toBeDisabled()
    await user.type(await phone(), '00138000')
    expect(button('获取验证码')).toBeEnabled()
    await user.click(button('登录'))
    expect(await code()).toHaveAccessibleDescription('短信验证码不能为空')
    await waitFor(async () => expect(await code()).toHaveFocus())
    await user.clear(await phone())
    await user.click(button('登录'))
    expect(await phone()).toHaveAccessibleDescription('手机号不能为空')
  })

  it('tells of a code that cannot be one before it is sent', async () => {
    signingIn(() => done())
    const user = await open()
    await user.type(await phone(), '13800138000')
    for (const [typed, problem] of [
      ['', '短信验证码不能为空'],
      [' - ', '短信验证码不能为空'],
      ['123', '短信验证码不正确'],
    ] as const) {
      await user.clear(await code())
      if (typed) await user.type(await code(), typed)
      await user.click(button('登录'))
      expect(await code()).toHaveAccessibleDescription(problem)
      await waitFor(async () => expect(await code()).toHaveFocus())
    }
    expect(logins).toEqual([])
    // The shortest that there is; of a longer one than the longest nothing is taken.
    await user.clear(await code())
    await user.type(await code(), '1234{Enter}')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins).toEqual([{ phone: '13800138000', phoneCaptcha: '1234' }])
  })

  it.each([
    ['', 'SMS code cannot be empty'],
    ['123', 'SMS code is incorrect'],
    ['1234', ''],
    ['123456', ''],
    ['12345678', ''],
    ['123456789', 'SMS code is incorrect'],
    ['12345a', 'SMS code is incorrect'],
  ])('takes “%s” for a code, or says: %s', (typed, problem) => {
    setLocale('en')
    expect(codeProblem(typed)).toBe(problem)
  })

  it('counts down, says so once, and lets ask again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    try {
      sending(() => ok(null))
      const user = await open()
      await user.type(await phone(), '13800138000')
      await user.click(button('获取验证码'))
      await screen.findByRole('button', { name: /^(60|59) 秒后重新获取$/ })
      await vi.advanceTimersByTimeAsync(30_000)
      const waiting = await screen.findByRole('button', { name: /^(30|29) 秒后重新获取$/ })
      expect(waiting).toBeDisabled()
      await vi.advanceTimersByTimeAsync(31_000)
      expect(await screen.findByRole('button', { name: '重新获取' })).toBeEnabled()
      expect(screen.getByText('现在可以重新获取验证码。')).toHaveAttribute('role', 'status')
      await user.click(button('重新获取'))
      await screen.findByText(/^发送成功/)
      expect(sends).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('says what the server says, and lets ask again at once', async () => {
    sending(() => refused('429', '请10秒后再获取'))
    const user = await open()
    await user.type(await phone(), '13800138000')
    await user.click(button('获取验证码'))
    expect(await screen.findByText('请10秒后再获取')).toBeVisible()
    expect(button('获取验证码')).toBeEnabled()
  })

  it('says one thing of a wrong code', async () => {
    signingIn(() => refused('701', '验证码错误或已失效'))
    const user = await open()
    await user.type(await phone(), '13800138000')
    await user.type(await code(), '123456{Enter}')
    expect(await screen.findByText('验证码错误或已失效')).toBeVisible()
    await waitFor(async () => expect(await code()).toHaveFocus())
  })

  it('asks for the captcha when the server does, by picture or by work', async () => {
    let asked = 0
    server.use(
      http.get('/api/sys/captcha/work', () => {
        asked += 1
        return ok({ challenge: 'A'.repeat(43), bits: 4, key: 'work' })
      }),
    )
    sending(
      () => refused('21018', '请输入正确的验证码', { data: { captchaRequired: true } }),
      () => refused('21018', '请输入正确的验证码', { data: { captchaRequired: true } }),
      () => ok(null),
    )
    const user = await open()
    await user.type(await phone(), '13800138000')
    await user.click(button('获取验证码'))
    const captcha = await screen.findByLabelText('验证码')
    await user.click(button('获取验证码'))
    await waitFor(() => expect(captcha).toHaveAccessibleDescription(/验证码不能为空/))
    expect(sends).toHaveLength(1)
    await user.type(captcha, 'ab12')
    await user.click(button('获取验证码'))
    await waitFor(() => expect(captcha).toHaveAccessibleDescription(/请输入正确的验证码/))
    expect(sends[1]).toEqual({ phone: '13800138000', captcha: 'ab12', checkKey: 'picture' })
    await user.click(button('看不清图片？由浏览器自动验证'))
    await screen.findByText('已由浏览器完成验证，无需输入图片中的字符')
    await user.click(button('获取验证码'))
    await screen.findByText(/^发送成功/)
    expect(sends[2]).toMatchObject({ phone: '13800138000', checkKey: 'work' })
    expect(sends[2]?.captcha).toMatch(/^\d+$/)
    expect(asked).toBe(1)
  })

  it('asks what a password sign-in asks', async () => {
    signingIn(() => done({ isOverdue: true, nearExpiredDay: 3 }))
    const user = await open()
    await user.type(await phone(), '13800138000')
    await user.type(await code(), '123456{Enter}')
    await user.click(await screen.findByRole('button', { name: '立即修改' }))
    await screen.findByRole('heading', { level: 1, name: '密码即将过期' })
    expect(localStorage.getItem('cardea.loginName')).toBe('lin.wei')
  })

  it('leads to the recovery from its own tab, by keyboard', async () => {
    const user = await open('/signIn/index?returnTo=%2Fdevice')
    screen.getByRole('tab', { name: '短信登录' }).focus()
    await user.keyboard('{ArrowRight}')
    const link = await screen.findByRole('link', { name: '找回密码' })
    expect(link).toHaveAttribute('href', '/forget?returnTo=%2Fdevice')
  })

  it('has every text in English', async () => {
    setLocale('en')
    history.replaceState(null, '', '/signIn/index')
    const user = userEvent.setup({ delay: null })
    render(<App />)
    await user.click(await screen.findByRole('tab', { name: 'SMS login' }))
    await screen.findByLabelText('SMS code')
    expect(screen.getByRole('main').textContent).not.toMatch(/[\u4e00-\u9fff]/)
    expect(Object.keys(all.en).sort()).toEqual(Object.keys(all.zh).sort())
    expect(Object.values(all.en).join()).not.toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('the re-validation modal', () => {
  it('lets the same account prove itself by SMS', async () => {
    let valid = false
    server.use(
      http.get('/api/sys/user/info', () => ok(lin)),
      http.get('/api/sys/user/software', () => (valid ? ok([]) : refused('402', 'expired'))),
      http.get('/api/tenant/combobox', () => (valid ? ok([]) : refused('402', 'expired'))),
    )
    signingIn(() => {
      valid = true
      return done()
    })
    setCookie('cardea_marker=m0')
    await userInfo()
    history.replaceState(null, '', '/softIndex')
    const user = userEvent.setup({ delay: null })
    render(<App />)
    const dialog = await screen.findByRole('dialog', { name: '超时验证' })
    await user.click(within(dialog).getByRole('button', { name: '使用短信验证码' }))
    await user.type(await within(dialog).findByLabelText('手机号'), '13800138000')
    await user.type(within(dialog).getByLabelText('短信验证码'), '123456{Enter}')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(logins).toEqual([{ phone: '13800138000', phoneCaptcha: '123456', userName: 'lin.wei' }])
    expect(left).toEqual([])
  })
})
