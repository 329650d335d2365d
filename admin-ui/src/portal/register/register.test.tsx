import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server, setCookie, surroundings } from '../../../test/browser'
import { setLocale } from '../../shared/i18n'
import { App } from '../App'
import type { Invitation } from './rules'
import { all } from './texts'

freshBrowser()

const SOMEBODY: Invitation = {
  tenantName: '仁和医药',
  name: '王敏',
  username: '',
  email: 'wang@example.org',
  positionId: null,
  phone: '',
  remark: '',
  positionList: [
    { id: '2-cra', name: '临床监查员' },
    { id: '2-dm', name: '数据管理员' },
  ],
  isUser: false,
  signedIn: null,
  systems: [],
}
const USER: Invitation = {
  ...SOMEBODY,
  username: 'wang.min',
  phone: '*******8000',
  positionId: '2-dm',
  isUser: true,
}

let sent: unknown[] = []
let answer: () => ReturnType<typeof refused>

function open(look: () => ReturnType<typeof refused>, address = '/register?key=k%2B1') {
  server.use(
    http.get('/api/account/email/getTenantUser', ({ request }) => {
      expect(new URL(request.url).searchParams.get('key')).toBe('k+1')
      return look()
    }),
    http.post('/api/account/email/authorization', async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  history.replaceState(null, '', address)
  render(<App />)
  return userEvent.setup({ delay: null })
}

const field = (label: string) => screen.findByLabelText(label)
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  sent = []
  answer = () => ok({ userName: 'wang.min' })
  server.use(...surroundings)
  // Without Web Crypto the password is sent as it is, so that these tests can read it.
  vi.stubGlobal('crypto', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await field('用户名'), ' wang.min ')
  await user.type(await field('密码'), 'Quiet2river')
  await user.type(await field('确认密码'), 'Quiet2river')
  await user.selectOptions(await field('职位'), '2-cra')
  await user.type(await field('手机号'), '13900139000')
  await user.type(await field('备注'), '早班')
}

describe('an invitation', () => {
  it('is answered by somebody new with everything, and leads to the sign-in', async () => {
    const user = open(() => ok(SOMEBODY))
    expect(await screen.findByRole('heading', { name: '加入 仁和医药' })).toBeVisible()
    expect(location.search).toBe('')
    for (const [label, value] of [
      ['租户', '仁和医药'],
      ['邮箱', 'wang@example.org'],
    ] as const) {
      expect(await field(label)).toHaveValue(value)
      expect(await field(label)).toHaveAttribute('readonly')
    }
    expect(await field('姓名')).toHaveValue('王敏')
    await fill(user)
    await user.click(button('注册并加入'))
    expect(await screen.findByText('已加入，请登录')).toBeVisible()
    expect(sent).toEqual([
      {
        key: 'k+1',
        name: '王敏',
        username: 'wang.min',
        password: 'Quiet2river',
        positionId: '2-cra',
        phone: '13900139000',
        remark: '早班',
      },
    ])
    expect(location.pathname).toBe('/signIn/index')
    expect(await field('用户名')).toHaveValue('wang.min')
  })

  it('asks who has an account for the position and a remark', async () => {
    const user = open(() => ok(USER))
    for (const label of ['姓名', '用户名', '手机号']) {
      expect(await field(label)).toHaveAttribute('readonly')
    }
    expect(screen.queryByLabelText('密码')).toBeNull()
    expect(await field('职位')).toHaveValue('2-dm')
    await user.type(await field('备注'), '夜班 ')
    await user.click(button('加入'))
    await screen.findByText('已加入，请登录')
    expect(sent).toEqual([{ key: 'k+1', positionId: '2-dm', remark: '夜班' }])
  })

  it('leaves its person signed in where they are', async () => {
    setCookie('cardea_marker=1')
    server.use(
      http.get('/api/sys/user/info', () =>
        ok({ id: 'u1', userName: 'wang.min', fullName: '王敏', menuList: [] }),
      ),
    )
    const signedIn = { userName: 'wang.min', fullName: '王敏', invited: true }
    const user = open(() => ok({ ...USER, signedIn }))
    await field('职位')
    await user.click(button('加入'))
    await waitFor(() => expect(location.pathname).toBe('/softIndex'))
  })

  it('says who is signed in, and does nothing until they sign out', async () => {
    let out = false
    server.use(
      http.post('/api/sys/logout', () => {
        out = true
        return ok(null)
      }),
    )
    const signedIn = { userName: 'lin.wei', fullName: '林伟', invited: false }
    const user = open(() => ok(out ? SOMEBODY : { ...SOMEBODY, signedIn }))
    expect(await screen.findByRole('heading', { name: '已有其他人登录' })).toBeVisible()
    expect(screen.getByText(/林伟（lin\.wei）.*wang@example\.org/)).toBeVisible()
    expect(screen.queryByLabelText('职位')).toBeNull()
    await user.click(button('退出登录并继续'))
    expect(await field('用户名')).toBeVisible()
    expect(sent).toEqual([])
  })

  it('that does not work says so in the words of the server', async () => {
    open(() => refused('403', '邀请链接无效'))
    expect(await screen.findByRole('heading', { name: '无法使用该邀请' })).toBeVisible()
    expect(await screen.findByText('邀请链接无效')).toBeVisible()
    expect(screen.getByRole('link', { name: '前往登录' })).toHaveAttribute('href', '/signIn')
  })

  it('is asked for where the address has no key', async () => {
    open(() => refused('403', 'never asked'), '/register')
    expect(await screen.findByText('请打开邀请邮件中的链接。')).toBeVisible()
  })

  it('can be opened again when the server did not answer', async () => {
    let up = false
    const user = open(() => (up ? ok(SOMEBODY) : HttpResponse.error()) as never)
    const retry = await screen.findByRole('button', { name: '重试' })
    up = true
    await user.click(retry)
    await field('用户名')
  })

  it('keeps what was typed when the language changes', async () => {
    const user = open(() => ok(SOMEBODY))
    await user.type(await field('用户名'), 'wang.min')
    setLocale('en')
    expect(await field('User name')).toHaveValue('wang.min')
    expect(screen.getByRole('heading', { name: 'Join 仁和医药' })).toBeVisible()
    expect(Object.values(all.en).join()).not.toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('the form', () => {
  it('names every field that is missing, and the focus is on the first', async () => {
    const user = open(() => ok({ ...SOMEBODY, name: '' }))
    await field('职位')
    await user.click(button('注册并加入'))
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(6)
    await waitFor(() => expect(screen.getByLabelText('姓名')).toHaveFocus())
    expect(screen.getByLabelText('职位')).toHaveAccessibleDescription('请选择职位')
    expect(sent).toEqual([])
  })

  it.each([
    ['用户名', 'abc', '用户名至少4个字符'],
    ['用户名', 'wang@min', '用户名不能包含@'],
    ['手机号', '13800x00000', '电话格式不正确'],
    ['手机号', '44+20 7946', '电话格式不正确'],
    ['手机号', '1234', '电话至少5个字符'],
    ['密码', 'quiet2river', '8-16位,须同时包含大小写字母、数字'],
    ['确认密码', 'Quiet2rivers', '两次输入的密码不一致'],
  ])('%s: %s', async (label, value, message) => {
    const user = open(() => ok(SOMEBODY))
    await fill(user)
    await user.clear(await field(label))
    await user.type(await field(label), value)
    await user.click(button('注册并加入'))
    expect(await field(label)).toHaveAccessibleDescription(message)
    expect(sent).toEqual([])
  })

  it('reads the server’s field messages at the fields', async () => {
    answer = () => refused('400', '请检查', { errors: { username: '用户名已存在' } })
    const user = open(() => ok(SOMEBODY))
    await fill(user)
    await user.click(button('注册并加入'))
    await waitFor(() =>
      expect(screen.getByLabelText('用户名')).toHaveAccessibleDescription('用户名已存在'),
    )
    expect(screen.getByLabelText('密码')).toHaveValue('Quiet2river')
  })
})
