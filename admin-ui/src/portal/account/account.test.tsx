import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server } from '../../../test/browser'
import { noting, openPortal, signIn } from '../../../test/portal'
import { ROUTER_TABLE } from '../../../test/routerTable'
import * as passkey from '../../shared/challenge/passkey'
import { setLocale } from '../../shared/i18n'
import { dismissToast } from '../../shared/shell/toasts'

freshBrowser()

const KEY = {
  id: 'k1',
  name: '办公电脑',
  synced: false,
  createdAt: '2026-01-05T08:00:00.000Z',
  usedAt: null,
}
const NONE = {
  required: false,
  totp: null,
  passkeys: [] as (typeof KEY)[],
  recoveryCodes: 0,
  passkeysAvailable: true,
}

const CONTACTS = {
  email: 'lin@example.org',
  emailVerified: false,
  phone: '138 0013 8000',
  phoneVerified: false,
  phoneReachable: true,
  emailReachable: true,
}

let factors: typeof NONE
let contacts: typeof CONTACTS
const { sent, answer } = noting()

beforeEach(() => {
  factors = NONE
  vi.spyOn(passkey, 'passkeysWork').mockReturnValue(true)
  contacts = { ...CONTACTS }
  signIn(
    http.get('/api/account/factors', () => ok(factors)),
    http.get('/api/account/contacts', () => ok(contacts)),
  )
})

describe('the own phone and mailbox', () => {
  it('are verified by a code and by a mail', async () => {
    answer('/api/account/phone/code', () => ok({ resendSeconds: 60 }))
    answer('/api/account/phone/verify', () => {
      contacts.phoneVerified = true
      return ok(null)
    })
    answer('/api/account/email/verification', () => ok(null))
    const user = openPortal('/account/security')
    await user.click(await screen.findByRole('button', { name: '验证手机号' }))
    const dialog = within(await screen.findByRole('dialog', { name: '验证手机号' }))
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    await user.type(await dialog.findByLabelText('短信验证码'), '123456{Enter}')
    expect(await screen.findByText('138 0013 8000 · 已验证')).toBeVisible()
    expect(screen.queryByRole('button', { name: '验证手机号' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '验证邮箱' }))
    expect(await screen.findByText('验证邮件已发送，请打开邮件中的链接')).toBeInTheDocument()
    expect(sent).toEqual([
      ['/api/account/phone/code', {}],
      ['/api/account/phone/verify', { code: '123456' }],
      ['/api/account/email/verification', {}],
    ])
  })
})

describe('/account/security', () => {
  it('shows what there is and adds an application', async () => {
    answer('/api/account/factors/totp/begin', () =>
      ok({ enrolment: 'e', uri: 'otpauth://totp/a?secret=ABCD', secret: 'ABCD' }),
    )
    answer('/api/account/factors/totp', () => ok({ recoveryCodes: ['AAAAA-BBBBB'] }))
    const user = openPortal('/account/security')
    await user.click(await screen.findByRole('button', { name: '设置身份验证器' }))
    const dialog = await screen.findByRole('dialog', { name: '设置身份验证器' })
    await user.type(await within(dialog).findByLabelText('动态码'), '123456{Enter}')
    expect(await within(dialog).findByText('AAAAA-BBBBB')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '我已保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual(['/api/account/factors/totp', { enrolment: 'e', code: '123456' }])
    expect(await screen.findByText('已设置身份验证器')).toBeInTheDocument()
  })

  it('adds, names and removes a passkey', async () => {
    vi.spyOn(passkey, 'createPasskey').mockResolvedValue({ id: 'k' })
    answer('/api/account/passkeys/begin', () => ok({ options: {} }))
    answer('/api/account/passkeys', () => {
      factors = { ...NONE, passkeys: [KEY], recoveryCodes: 10 }
      return ok({ recoveryCodes: null })
    })
    answer('/api/account/passkeys/rename', () => ok(null))
    answer('/api/account/passkeys/remove', () =>
      refused('403', '您的角色或租户要求两步验证，不能移除最后一种方式'),
    )
    const user = openPortal('/account/security')
    await user.click(await screen.findByRole('button', { name: '添加通行密钥' }))
    const name = await screen.findByLabelText('名称')
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: '创建通行密钥' }))
    expect(await screen.findByText('请输入 1 至 50 个字符的名称')).toBeVisible()
    await user.type(name, '办公电脑{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual([
      '/api/account/passkeys',
      { credential: { id: 'k' }, name: '办公电脑' },
    ])
    expect(await screen.findByText('剩余 10 个')).toBeVisible()

    await user.click(screen.getByRole('button', { name: '重命名通行密钥“办公电脑”' }))
    const again = await screen.findByLabelText('名称')
    await user.clear(again)
    await user.type(again, '家里{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual(['/api/account/passkeys/rename', { id: 'k1', name: '家里' }])

    await user.click(await screen.findByRole('button', { name: '移除通行密钥“办公电脑”' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '移除' }))
    expect(await within(dialog).findByText(/不能移除最后一种方式/)).toBeVisible()
  })

  it('renews recovery codes after a question', async () => {
    factors = { ...NONE, required: true, passkeys: [KEY], recoveryCodes: 2 }
    answer('/api/account/factors/recovery', () => ok({ recoveryCodes: ['CCCCC-DDDDD'] }))
    const user = openPortal('/account/security')
    expect(await screen.findByText(/至少须保留一种方式/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '重新生成' }))
    const question = await screen.findByRole('dialog', { name: '重新生成恢复码' })
    await user.click(within(question).getByRole('button', { name: '重新生成' }))
    expect(await screen.findByText('CCCCC-DDDDD')).toBeVisible()
  })

  it('says why no passkey can be added', async () => {
    factors = { ...NONE, passkeysAvailable: false }
    openPortal('/account/security')
    expect(await screen.findByText('当前访问地址不支持通行密钥，请使用域名访问。')).toBeVisible()
    expect(screen.queryByRole('button', { name: '添加通行密钥' })).toBeNull()
  })
})

describe('/account/sessions', () => {
  const session = (id: string, current: boolean) => ({
    id,
    address: '192.0.2.7',
    browser: current ? 'Edge 140' : null,
    system: current ? 'Windows' : null,
    amr: ['pwd'],
    beganAt: '2026-01-05T08:00:00.000Z',
    seenAt: '2026-01-05T09:00:00.000Z',
    current,
  })

  it('marks the present one and ends another', async () => {
    let list = [session('s1', true), session('s2', false)]
    server.use(http.get('/api/account/sessions', () => ok(list)))
    answer('/api/account/sessions/revoke', () => {
      list = list.slice(0, 1)
      return ok(null)
    })
    const user = openPortal('/account/sessions')
    expect(await screen.findByText('Edge 140 · Windows')).toBeVisible()
    expect(screen.getByText('当前会话')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^结束会话：未知浏览器或程序/ }))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }),
    )
    expect(await screen.findByText('操作已取消')).toBeInTheDocument()
    act(dismissToast)
    await user.click(screen.getByRole('button', { name: /^结束会话：未知浏览器或程序/ }))
    const dialog = await screen.findByRole('dialog')
    const end = within(dialog).getByRole('button', { name: '结束会话' })
    // What the question is about, not the cross that comes first.
    expect(end).toHaveFocus()
    await user.click(end)
    expect(await screen.findByText('您的账号只在这里登录。')).toBeVisible()
    // Its own button went with it.
    expect(screen.getByRole('main')).toHaveFocus()
    expect(screen.queryByText('操作已取消')).toBeNull()
    expect(sent).toEqual([['/api/account/sessions/revoke', { id: 's2' }]])
    expect(screen.queryByRole('button', { name: '结束其他所有会话' })).toBeNull()
  })

  it('ends all others', async () => {
    setLocale('en')
    server.use(
      http.get('/api/account/sessions', () => ok([session('s1', true), session('s2', false)])),
    )
    answer('/api/account/sessions/revokeOthers', () => ok({ ended: 1 }))
    const user = openPortal('/account/sessions')
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'End session' }))
    expect(await screen.findByText('1 sessions were ended')).toBeInTheDocument()
  })
})

describe('the title of the window', () => {
  beforeEach(() => {
    server.use(
      http.get('/api/account/pins', () => ok([])),
      http.get('/api/account/sessions', () => ok([])),
      http.get('/api/account/signIns', () => ok({ rows: [], next: null })),
      http.get('/api/account/identities', () => ok([])),
      http.get('/api/account/consents', () => ok([])),
    )
  })

  it.each(ROUTER_TABLE.filter(({ path }) => path.startsWith('/account/')))(
    'is that of $path, also in another language',
    async ({ path, title }) => {
      openPortal(path)
      await waitFor(() => expect(document.title).toBe(`${title.zh} · Brand`))
      act(() => setLocale('en'))
      await waitFor(() => expect(document.title).toBe(`${title.en} · Brand`))
    },
  )
})

describe('/account/signIns', () => {
  it('tells outcomes and ways in words, page by page', async () => {
    const asked: string[] = []
    const row = (seq: number, outcome: string, amr: string[], count = 1) => ({
      id: `row-${seq}`,
      count,
      at: '2026-01-05T08:00:00.000Z',
      outcome,
      amr,
      address: '192.0.2.7',
    })
    server.use(
      http.get('/api/account/signIns', ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(query.toString())
        return query.has('before')
          ? ok({ rows: [row(1, 'wrong_factor', [], 12)], next: null })
          : ok({
              rows: [row(9, 'signed_in', ['pwd', 'otp', 'mfa']), row(8, 'new_kind', [])],
              next: '1767600000000.row-8',
            })
      }),
    )
    const user = openPortal('/account/signIns')
    expect(await screen.findByText('密码 + 动态码或恢复码')).toBeVisible()
    expect(screen.getByText('new_kind')).toBeVisible()
    expect(screen.getAllByText(/^2026-01-05 \d\d:00:00$/)).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: '下一页' }))
    expect(await screen.findByText('两步验证失败 × 12')).toBeVisible()
    expect(screen.queryByRole('button', { name: '下一页' })).toBeNull()
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: '上一页' }))
    expect(await screen.findByText('new_kind')).toBeVisible()
    const size = screen.getByRole('combobox', { name: '每页条数：' })
    const sizes = [...size.querySelectorAll('option')].map(({ textContent }) => textContent)
    expect(sizes).toEqual(['10', '20', '50', '100'])
    await user.selectOptions(size, '50')
    await waitFor(() => expect(asked.at(-1)).toBe('size=50'))
    expect(asked.slice(0, 3)).toEqual(['size=10', 'size=10&before=1767600000000.row-8', 'size=10'])
    await waitFor(() => expect(document.title).toContain('登录记录'))
  })

  it('leads to the other pages and is reached from the user menu', async () => {
    server.use(http.get('/api/account/signIns', () => ok({ rows: [], next: null })))
    const user = openPortal('/account/security')
    const nav = await screen.findByRole('navigation', { name: '账号设置' })
    expect(within(nav).getByRole('link', { name: '登录安全' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await user.click(within(nav).getByRole('link', { name: '登录记录' }))
    expect(await screen.findByText('没有登录记录')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /用户菜单/ }))
    await user.click(await screen.findByRole('menuitem', { name: '账号设置' }))
    await waitFor(() => expect(location.pathname).toBe('/account/security'))
  })
})
