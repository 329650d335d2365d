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
import { rememberProject, rememberUser } from '../../shared/cachedUser'
import { signOut, type UserSoftware } from '../../shared/session'
import { App } from '../App'
import { launchable } from './Cards'
import { filterSoftware, tenantsOf } from './filter'

freshBrowser()

const entry = (
  webCode: string,
  name: string,
  tenant: string,
  url: string | null,
): UserSoftware => ({
  id: `s${webCode}`,
  softwareName: name,
  webCode,
  tenantId: tenant,
  tenantName: `Tenant ${tenant}`,
  tenantUrlId: url && `d-${url}`,
  urlName: url && `Domain ${tenant}`,
  launchUrl: url,
})

const SOFTWARE = [
  entry('020', 'EDC', 'a', 'https://edc.example/launch'),
  entry('030', 'RTSM', 'a', 'https://rtsm.example/launch'),
  entry('020', 'EDC', 'b', 'https://edc.example/launch?tenant=b'),
  entry('040', 'CTMS', 'b', null),
]

/** Opens the chooser; `busy` refuses the first question for the software. */
function open(software: UserSoftware[] | 'busy' = SOFTWARE, user: object = lin) {
  let busy = software === 'busy'
  server.use(
    http.get('/api/sys/user/info', () => ok({ ...lin, ...user })),
    http.get('/api/sys/user/software', () => {
      if (!busy) return ok((software === 'busy' ? SOFTWARE : software) as never)
      busy = false
      return refused('503', '系统繁忙')
    }),
    http.get('/api/tenant/combobox', () =>
      ok([
        { code: 'b', desc: 'Tenant b' },
        { code: 'c', desc: 'Tenant c' },
        { code: 'a', desc: 'Tenant a' },
      ]),
    ),
  )
  history.replaceState(null, '', '/softIndex')
  setCookie('cardea_marker=m1')
  render(<App />)
  return userEvent.setup({ delay: null })
}

beforeEach(() => server.use(...surroundings))

describe('the lists of systems', () => {
  it('are reached from the chooser, each by who has the system', async () => {
    open()
    const tenants = await screen.findByRole('link', { name: 'EDC 租户列表' })
    expect(tenants).toHaveAttribute('href', '/tenantListEDC')
    const studies = screen.getByRole('link', { name: 'RTSM 项目列表' })
    expect(studies).toHaveAttribute('href', '/projectListRTSM')
  })

  it('are not offered to who has neither', async () => {
    open([entry('040', 'CTMS', 'b', null)])
    await screen.findByText('共 1 个系统')
    expect(screen.queryByRole('link', { name: /列表/ })).toBeNull()
  })
})

describe('what a product finds in the browser', () => {
  const cookie = (name: string): unknown => {
    const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
    return pair && JSON.parse(decodeURIComponent(pair.slice(name.length + 1)))
  }

  it('is who is signed in, without a session key, and for ten minutes what is opened', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const user = open()
    const link = await screen.findByRole('link', { name: '进入 RTSM（Tenant a）' })
    await waitFor(() => expect(cookie('cardea_user')).toEqual({ n: '林伟', p: '', h: '' }))
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    await waitFor(() => expect(cookie('cardea_open')).toEqual({ w: '030', t: 'a', p: '' }))
    const set = (name: string) => written.mock.calls.find(([text]) => text.startsWith(`${name}=`))
    expect(set('cardea_open')?.[0]).toContain('Max-Age=600')
    expect(set('cardea_user')?.[0]).not.toContain('Max-Age')
    expect(document.cookie).not.toContain('m1%22')
  })

  it('is gone after the sign-out', async () => {
    server.use(http.post('/api/sys/logout', () => ok(null)))
    open()
    await waitFor(() => expect(cookie('cardea_user')).toBeDefined())
    await signOut()
    expect(cookie('cardea_user')).toBeUndefined()
  })

  it('keeps the project and hospital of the same user, and of nobody else', async () => {
    setCookie(`cardea_user=${encodeURIComponent('{"n":"林伟","p":"s1","h":"h1"}')}`)
    await rememberUser('林伟')
    await rememberProject('s2')
    expect(cookie('cardea_user')).toEqual({ n: '林伟', p: 's2', h: 'h1' })
    await rememberUser('王敏')
    expect(cookie('cardea_user')).toEqual({ n: '王敏', p: '', h: '' })
  })
})

describe('the chooser', () => {
  it('links each system of each tenant to its launch address', async () => {
    open()
    const link = await screen.findByRole('link', { name: '进入 EDC（Tenant b）' })
    expect(link).toHaveAttribute('href', 'https://edc.example/launch?tenant=b')
    expect(screen.getAllByRole('link', { name: /^进入 / })).toHaveLength(3)
    expect(screen.getByText('租户没有配置url')).toBeVisible()
  })

  it('narrows by tenant and by name, and finds the way back from nothing', async () => {
    const user = open()
    const tenants = await screen.findByRole('combobox', { name: '租户' })
    expect(
      within(tenants)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['全部租户', 'Tenant b', 'Tenant a'])
    await user.selectOptions(tenants, 'Tenant a')
    expect(screen.getAllByRole('link', { name: /^进入 / })).toHaveLength(2)
    await user.type(screen.getByRole('searchbox'), 'ctms')
    expect(screen.getByRole('heading', { name: '没有找到匹配的系统' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    expect(screen.getAllByRole('link', { name: /^进入 / })).toHaveLength(3)
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('tells two domains of one tenant apart by their names', async () => {
    const [edc] = SOFTWARE
    if (!edc) throw new Error('no system')
    open([edc, { ...edc, tenantUrlId: 'd-2', urlName: 'UAT', launchUrl: 'https://uat.example/' }])
    const link = await screen.findByRole('link', { name: '进入 EDC（Tenant a · UAT）' })
    expect(link).toHaveAttribute('href', 'https://uat.example/')
    expect(screen.getByRole('link', { name: '进入 EDC（Tenant a · Domain a）' })).toBeVisible()
  })

  it('says what to do when there is nothing to open', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: '还没有可用的系统' })).toBeVisible()
    expect(screen.getByText(/lin\.wei/)).toBeVisible()
  })

  it('offers the console to people with a menu only', async () => {
    open(SOFTWARE, {
      menuList: [{ id: '1', name: 'x', url: null, icon: null, parentId: '0', list: [] }],
    })
    expect(await screen.findByRole('link', { name: '进入管理后台' })).toHaveAttribute(
      'href',
      '/index',
    )
  })

  it('shows a failure in the page and tries again', async () => {
    const user = open('busy')
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('link', { name: '进入 EDC（Tenant b）' })
  })
})

describe('the top bar', () => {
  it('shows personal information', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: '用户菜单：林伟' }))
    await user.click(screen.getByRole('menuitem', { name: '个人信息' }))
    const dialog = await screen.findByRole('dialog', { name: '个人信息' })
    for (const value of ['lin.wei', '林伟', 'lin@example.org', '13800000000', '—']) {
      expect(within(dialog).getByText(value)).toBeInTheDocument()
    }
    await user.click(within(dialog).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('moves through a menu by keyboard and gives the focus back', async () => {
    const user = open()
    const button = await screen.findByRole('button', { name: '用户菜单：林伟' })
    button.focus()
    await user.keyboard('{Enter}')
    // The marked choice has the focus first: where the person is.
    expect(screen.getByRole('menuitemradio', { name: '跟随系统' })).toHaveFocus()
    await user.keyboard('{Home}')
    expect(screen.getByRole('menuitem', { name: '个人信息' })).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('menuitemradio', { name: '深色' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: '修改密码' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button).toHaveFocus()
  })

  it('changes the password and signs out', async () => {
    const calls: unknown[] = []
    server.use(
      http.get('/api/sys/publicKey', () => refused('500', 'no key needed in this test')),
      http.post('/api/sys/user/password', async ({ request }) => {
        calls.push(await request.json())
        return calls.length === 1
          ? refused('400', '当前密码不正确', { errors: { password: '当前密码不正确' } })
          : ok(null)
      }),
      http.post('/api/sys/logout', () => ok(null)),
    )
    vi.stubGlobal('crypto', undefined)
    const user = open()
    await user.click(await screen.findByRole('button', { name: '用户菜单：林伟' }))
    await user.click(screen.getByRole('menuitem', { name: '修改密码' }))
    const dialog = await screen.findByRole('dialog', { name: '修改密码' })
    await user.type(within(dialog).getByLabelText('当前密码'), 'Good1234')
    await user.type(within(dialog).getByLabelText('新密码'), 'Better1234')
    await user.type(within(dialog).getByLabelText('确认密码'), 'Better1234{Enter}')
    await waitFor(() =>
      expect(within(dialog).getByRole('alert')).toHaveTextContent('当前密码不正确'),
    )
    expect(left).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(left).toEqual(['/signIn/index?returnTo=%2FsoftIndex']))
    expect(calls[1]).toEqual({ password: 'Good1234', newPassword: 'Better1234' })
    expect(sessionStorage.getItem('cardea.notice')).toBe('password.changed')
    vi.unstubAllGlobals()
  })

  it('asks before it signs out', async () => {
    let out = 0
    server.use(
      http.post('/api/sys/logout', () => {
        out += 1
        return ok(null)
      }),
      http.get('/api/account/opened-systems', () =>
        ok({ systems: [], ticket: 't1', byBrowser: null }),
      ),
    )
    const user = open()
    await user.click(await screen.findByRole('button', { name: '退出' }))
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('确定要退出登录吗？')
    expect(out).toBe(0)
    await user.click(within(dialog).getByRole('button', { name: '退出登录' }))
    await waitFor(() => expect(left).toEqual(['/signIn/index']))
    expect(out).toBe(1)
  })
})

describe('launch addresses', () => {
  it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', 'http://'])(
    '%s is not opened',
    (url) => {
      expect(launchable(url)).toBeNull()
    },
  )

  it('may be absolute or of this site', () => {
    expect(launchable('https://edc.example/a')).toBe('https://edc.example/a')
    expect(launchable('/launch/020')).toBe('/launch/020')
  })
})

describe('filtering', () => {
  it('keeps the server’s order of tenants and adds the ones it left out', () => {
    expect(tenantsOf(SOFTWARE, [{ code: 'b', desc: 'B' }])).toEqual([
      { id: 'b', name: 'B' },
      { id: 'a', name: 'Tenant a' },
    ])
  })

  it('looks at system and tenant names, whatever their case', () => {
    expect(filterSoftware(SOFTWARE, '', ' TENANT B ')).toHaveLength(2)
    expect(filterSoftware(SOFTWARE, 'a', 'edc').map(({ tenantId }) => tenantId)).toEqual(['a'])
  })
})
