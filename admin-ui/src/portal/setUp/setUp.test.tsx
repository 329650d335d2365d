import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server, surroundings } from '../../../test/browser'
import { changeProblems, sayProblem } from '../../shared/newPassword'
import { App } from '../App'
import { setUpProblems as problemsOf, type SetUpValues } from './rules'

freshBrowser()

/** Under the usual rules, in Chinese. */
const setUpProblems = (values: SetUpValues) =>
  problemsOf(values, (change) =>
    Object.fromEntries(
      Object.entries(changeProblems(change)).map(([name, key]) => [name, sayProblem(key)]),
    ),
  )

const GOOD: SetUpValues = {
  fullName: '王敏',
  userName: 'wang.min',
  email: 'wang@example.org',
  phone: '+86 138-0000',
  password: 'Abcdefg12',
  again: 'Abcdefg12',
}

function open(valid: () => ReturnType<typeof refused>) {
  server.use(http.get('/api/sys/setup', valid))
  history.replaceState(null, '', '/setUp?key=k%2B1')
  render(<App />)
  return userEvent.setup({ delay: null })
}

const LABELS: Record<keyof SetUpValues, string> = {
  fullName: '姓名',
  userName: '用户名',
  email: '邮箱',
  phone: '手机号',
  password: '密码',
  again: '确认密码',
}

async function fill(user: ReturnType<typeof userEvent.setup>, values: SetUpValues) {
  for (const [name, label] of Object.entries(LABELS)) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, values[name as keyof SetUpValues])
  }
}

beforeEach(() => {
  server.use(...surroundings)
  // Without Web Crypto the password is sent as it is, so that these tests can read it.
  vi.stubGlobal('crypto', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the first administrator', () => {
  it('is created with the key of the link, then signs in', async () => {
    let sent: unknown
    server.use(
      http.post('/api/sys/setup', async ({ request }) => {
        sent = await request.json()
        return ok(null)
      }),
    )
    const user = open(() => ok({ valid: true }))
    await fill(user, GOOD)
    await user.click(screen.getByRole('button', { name: '创建管理员' }))
    expect(await screen.findByText('管理员已创建，请登录')).toBeVisible()
    const { again: _, ...rest } = GOOD
    expect(sent).toEqual({ ...rest, key: 'k+1' })
    expect(location.pathname).toBe('/signIn/index')
  })

  it('sees every field that is missing, and the focus on the first', async () => {
    const user = open(() => ok({ valid: true }))
    await user.click(await screen.findByRole('button', { name: '创建管理员' }))
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(6)
    await waitFor(() => expect(screen.getByLabelText('姓名')).toHaveFocus())
  })

  it('reads the server’s field messages at the fields', async () => {
    server.use(
      http.post('/api/sys/setup', () =>
        refused('400', '请检查', { errors: { email: '邮箱已被使用' } }),
      ),
    )
    const user = open(() => ok({ valid: true }))
    await fill(user, GOOD)
    await user.click(screen.getByRole('button', { name: '创建管理员' }))
    await waitFor(() =>
      expect(screen.getByLabelText('邮箱')).toHaveAccessibleDescription('邮箱已被使用'),
    )
  })

  it.each([
    ['a used key', () => ok({ valid: false })],
    ['an installation that has one', () => refused('404', 'no')],
  ])('is not asked for with %s', async (_, answer) => {
    open(answer)
    expect(await screen.findByRole('heading', { name: '设置链接无效' })).toBeVisible()
    expect(screen.getByRole('link', { name: '前往登录' })).toHaveAttribute('href', '/signIn/index')
  })

  it('can be tried again when the server did not answer', async () => {
    let up = false
    const user = open(() => (up ? ok({ valid: true }) : HttpResponse.error()) as never)
    const retry = await screen.findByRole('button', { name: '重试' })
    up = true
    await user.click(retry)
    await screen.findByLabelText('姓名')
  })
})

describe('the rules', () => {
  it('let a good form pass', () => {
    expect(setUpProblems(GOOD)).toEqual({})
  })

  it.each([
    ['userName', 'abc', '用户名至少4个字符'],
    ['userName', 'wang@min', '用户名不能包含@'],
    ['email', 'wang@', '邮箱格式错误，请重新输入'],
    ['phone', '1234', '电话至少5个字符'],
    ['phone', '1'.repeat(21), '电话格式不正确'],
    ['phone', '13800x00000', '电话格式不正确'],
    ['password', 'abcdefg12', '8-16位,须同时包含大小写字母、数字'],
    ['again', 'Abcdefg13', '两次输入的密码不一致'],
    ['fullName', '  ', '请输入姓名'],
  ] as const)('%s: %s', (name, value, message) => {
    expect(setUpProblems({ ...GOOD, [name]: value })[name]).toBe(message)
  })
})
