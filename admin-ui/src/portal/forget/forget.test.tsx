import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server, surroundings } from '../../../test/browser'
import { setLocale } from '../../shared/i18n'
import { App } from '../App'
import { all } from './texts'

freshBrowser()

/** Bodies of the calls by their path below /api/account/forget, in order. */
let calls: [string, unknown][] = []

type Answer = ReturnType<typeof refused>

function serve(answers: Record<string, () => Answer>) {
  server.use(
    http.post('/api/account/forget/*', async ({ request }) => {
      const path = new URL(request.url).pathname.slice('/api/account/forget/'.length)
      calls.push([path, await request.json()])
      const answer = answers[path]
      if (!answer) throw new Error(`no answer given for ${path}`)
      return answer()
    }),
  )
}

function open(address = '/forget') {
  history.replaceState(null, '', address)
  const user = userEvent.setup({ delay: null })
  render(<App />)
  return user
}
const field = (label: string) => screen.findByLabelText(label)
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  calls = []
  server.use(...surroundings)
  // Without Web Crypto the password is sent as it is, so that these tests can read it.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** As far as the second step. */
async function found(more: Record<string, () => Answer>, address?: string) {
  serve({ find: () => ok({ phone: '*******8000' }), 'send/code': () => ok(null), ...more })
  const user = open(address)
  await user.type(await field('用户名'), ' lin.wei ')
  await user.click(button('下一步'))
  await screen.findByText(/绑定的手机号 \*{7}8000/)
  return user
}

describe('recovery by phone', () => {
  it('is reached from the sign-in, and read from its beginning', async () => {
    const user = open('/signIn/index')
    await user.click(await screen.findByRole('tab', { name: '忘记密码' }))
    await user.click(await screen.findByRole('link', { name: '找回密码' }))
    await field('用户名')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it.each(['/forget', '/signIn/getBackPwd'])('takes two steps at %s', async (address) => {
    const user = await found({ 'check/auth': () => ok(null) }, `${address}?returnTo=%2Fdevice`)
    await waitFor(() => expect(screen.getByText('第 2 步，共 2 步')).toHaveFocus())
    await user.click(button('获取验证码'))
    await screen.findByText(/^发送成功/)
    await user.type(await field('短信验证码'), '123456')
    await user.type(await field('新密码'), 'Better1234')
    await user.type(await field('确认密码'), 'Better1234{Enter}')
    expect(await screen.findByText('密码已重置，请使用新密码登录')).toBeVisible()
    expect(location.pathname + location.search).toBe('/signIn/index?returnTo=%2Fdevice')
    const submitted = { password: 'Better1234', rePassword: 'Better1234' }
    expect(calls).toEqual([
      ['find', { userName: 'lin.wei' }],
      ['send/code', { userName: 'lin.wei' }],
      [
        'check/auth',
        { userName: 'lin.wei', phone: '*******8000', authCode: '123456', ...submitted },
      ],
    ])
  })

  it('wants a user name', async () => {
    const user = open()
    await field('用户名')
    await user.click(button('下一步'))
    expect(await field('用户名')).toHaveAccessibleDescription('用户名不能为空')
    await waitFor(async () => expect(await field('用户名')).toHaveFocus())
  })

  it('checks code and passwords before it sends them', async () => {
    const user = await found({})
    await user.click(button('设置新密码'))
    expect(await field('短信验证码')).toHaveAccessibleDescription('短信验证码不能为空')
    expect(await field('新密码')).toHaveAccessibleDescription('新密码不能为空')
    expect(await field('确认密码')).toHaveAccessibleDescription('确认密码不能为空')
    await user.type(await field('短信验证码'), '123')
    await user.type(await field('新密码'), 'short1A')
    await user.type(await field('确认密码'), 'other')
    await user.click(button('设置新密码'))
    expect(await field('短信验证码')).toHaveAccessibleDescription('短信验证码不正确')
    expect(await field('新密码')).toHaveAccessibleDescription('8-16位,须同时包含大小写字母、数字')
    expect(await field('确认密码')).toHaveAccessibleDescription('两次输入的密码不一致')
    expect(calls).toHaveLength(1)
  })

  it('shows at the fields what the server says of them', async () => {
    const user = await found({
      'check/auth': () =>
        refused('400', '输入内容有误', {
          data: { errors: { password: '该密码过于常见，请更换' } },
        }),
    })
    await user.type(await field('短信验证码'), '123456')
    await user.type(await field('新密码'), 'Password1')
    await user.type(await field('确认密码'), 'Password1{Enter}')
    await waitFor(async () =>
      expect(await field('新密码')).toHaveAccessibleDescription('该密码过于常见，请更换'),
    )
  })

  it('goes back to another user name', async () => {
    const user = await found({})
    await user.click(button('更换用户名'))
    expect(await field('用户名')).toBeVisible()
  })
})

describe('recovery by e-mail', () => {
  it('sends a link, and says the same whoever has the address', async () => {
    serve({ 'email/find': () => ok(null) })
    const user = open()
    await user.click(await screen.findByRole('tab', { name: '邮箱链接' }))
    await user.click(button('发送链接'))
    expect(await field('邮箱')).toHaveAccessibleDescription('邮箱不能为空')
    await user.type(await field('邮箱'), 'lin@{Enter}')
    expect(await field('邮箱')).toHaveAccessibleDescription('邮箱格式错误，请重新输入')
    await user.type(await field('邮箱'), 'example.org{Enter}')
    expect(await screen.findByText(/^如果该邮箱已绑定账号/)).toBeVisible()
    expect(calls).toEqual([['email/find', { email: 'lin@example.org' }]])
  })

  it('sets a password by the link, whose key leaves the address', async () => {
    serve({ link: () => ok(null) })
    const asked: string[] = []
    server.use(
      http.get('/api/account/forget/link', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('key') ?? '')
        return ok({ valid: true, userName: 'lin.wei' })
      }),
    )
    const user = open('/forget?key=k-1')
    await screen.findByText('为账号 lin.wei 设置新密码。')
    expect(location.search).toBe('')
    expect(asked).toEqual(['k-1'])
    await user.type(await field('新密码'), 'Better1234')
    await user.type(await field('确认密码'), 'Better1234{Enter}')
    expect(await screen.findByText('密码已重置，请使用新密码登录')).toBeVisible()
    const submitted = { password: 'Better1234', rePassword: 'Better1234' }
    expect(calls).toEqual([['link', { key: 'k-1', ...submitted }]])
  })

  it('says when a link is dead, and leads to another', async () => {
    server.use(http.get('/api/account/forget/link', () => ok({ valid: false, userName: null })))
    const user = open('/forget?key=old')
    expect(await screen.findByText(/^链接无效、已使用或已过期/)).toBeVisible()
    await user.click(button('重新申请'))
    await screen.findByRole('tab', { name: '邮箱链接' })
  })
})

describe('a forgotten user name', () => {
  it('goes to the phone', async () => {
    serve({ 'phone/find': () => ok(null) })
    const user = open()
    await user.click(await screen.findByRole('tab', { name: '忘记用户名' }))
    await user.type(await field('手机号'), '13800138000{Enter}')
    expect(await screen.findByText(/^如果该手机号绑定了唯一的账号/)).toBeVisible()
    expect(calls).toEqual([['phone/find', { phone: '13800138000' }]])
  })
})

describe('English', () => {
  it('has the whole page in English', async () => {
    setLocale('en')
    open()
    await screen.findByRole('heading', { name: 'Recover the account' })
    await screen.findByLabelText('User name')
    expect(screen.getByRole('main').textContent).not.toMatch(/[\u4e00-\u9fff]/)
    expect(Object.values(all.en).join()).not.toMatch(/[\u4e00-\u9fff]/)
  })
})
