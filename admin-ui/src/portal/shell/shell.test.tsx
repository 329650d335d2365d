import { act, screen, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, lin, ok, refused, server } from '../../../test/browser'
import { openPortal, signIn } from '../../../test/portal'
import { setLocale } from '../../shared/i18n'
import { browser } from '../../shared/session'
import { signedOutTicket } from '../../shared/signedOutTicket'
import { navigate } from '../router'

freshBrowser()
beforeEach(() => signIn(http.get('/api/tenant/combobox', () => ok([]))))

const system = (
  webCode: string,
  tenant = 'a',
  launchUrl: string | null = 'https://x.example/',
) => ({
  id: `s${webCode}`,
  softwareName: `System ${webCode}`,
  webCode,
  tenantId: tenant,
  tenantName: `Tenant ${tenant}`,
  launchUrl,
})
const GROUP = { id: '1', name: 'x', url: null, icon: null, parentId: '0', list: [] }

function open(
  path: string,
  software: ReturnType<typeof system>[] = [],
  menuList: object[] | 'busy' = [],
  more: object = {},
) {
  server.use(
    http.get('/api/sys/user/info', () =>
      menuList === 'busy' ? refused('503', '系统繁忙') : ok({ ...lin, menuList, ...more } as never),
    ),
    http.get('/api/sys/user/software', () => ok(software)),
    http.get('/api/account/opened-systems', () =>
      ok({ systems: [], ticket: 't1', byBrowser: null }),
    ),
  )
  return openPortal(path)
}

/** What the help menu offers, once it is known what the person has. */
async function manuals(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByRole('button', { name: '用户菜单：林伟' })
  await user.click(screen.getByRole('button', { name: '帮助' }))
  return within(screen.getByRole('menu')).getAllByRole('menuitem')
}

describe('a call that fails', () => {
  it('for the software leaves the user menu', async () => {
    const user = open('/helpCommon')
    server.use(http.get('/api/sys/user/software', () => refused('503', '系统繁忙')))
    await user.click(await screen.findByRole('button', { name: '用户菜单：林伟' }))
    expect(screen.getByRole('menuitem', { name: '个人信息' })).toBeVisible()
  })

  it('for the user leaves the manuals of the systems', async () => {
    const user = open('/helpCommon', [system('020')], 'busy')
    const help = await screen.findByRole('button', { name: '帮助' })
    await screen.findByRole('button', { name: '退出' })
    await user.click(help)
    await within(await screen.findByRole('menu')).findByRole('menuitem', { name: /EDC/ })
  })
})

const addresses = (items: HTMLElement[]) => items.map((item) => item.getAttribute('href'))

describe('the help menu', () => {
  it('has the manuals of the systems that the person has, each for a new window', async () => {
    const user = open('/softIndex', [system('020'), system('070'), system('101')])
    const items = await manuals(user)
    expect(addresses(items)).toEqual(['/helpCommon', '/helpEDC', '/helpETMF'])
    for (const item of items) {
      expect(item).toHaveAttribute('target', '_blank')
      expect(item).toHaveAttribute('rel', 'noopener')
      expect(item).toHaveAccessibleName(/（在新窗口打开）$/)
    }
  })

  it('has that of the account centre for who has a menu there', async () => {
    const user = open('/softIndex', [], [GROUP])
    expect(addresses(await manuals(user))).toEqual(['/helpCommon', '/helpAccount'])
  })

  it('has that of the current system alone, inside one', async () => {
    const user = open('/tenantListEDC', [system('020'), system('030')])
    expect(addresses(await manuals(user))).toEqual(['/helpCommon', '/helpEDC'])
  })
})

describe('the exit menu', () => {
  const exits = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: '退出' }))
    return screen.getAllByRole('menuitem').map((item) => item.textContent)
  }

  it('leads to the workbench from inside a system only', async () => {
    const user = open('/tenantListEDC', [system('020')])
    expect(await exits(user)).toEqual(['返回工作台', '退出登录'])
    await user.click(screen.getByRole('menuitem', { name: '返回工作台' }))
    expect(location.pathname).toBe('/softIndex')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(await exits(user)).toEqual(['退出登录'])
  })

  it('says so when the person stays', async () => {
    const user = open('/softIndex')
    await exits(user)
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }),
    )
    expect(await screen.findByText('操作已取消')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('signing out', () => {
  it('says which systems end and which stay open, and leaves what they are asked after with', async () => {
    const user = open('/softIndex')
    const left = vi.spyOn(browser, 'assign').mockReturnValue()
    const system = (name: string, isTold: boolean) => ({ clientId: name, name, isTold })
    server.use(
      http.get('/api/account/opened-systems', () =>
        ok({
          systems: [system('CTMS', true), system('eTMF', false)],
          ticket: 't2',
          byBrowser: '/oauth2/signed-out?ticket=t2',
        }),
      ),
      http.post('/api/sys/logout', () => ok(null)),
    )
    await user.click(await screen.findByRole('button', { name: '退出' }))
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    const dialog = within(await screen.findByRole('dialog'))
    const lists = await dialog.findAllByRole('list')
    expect(lists.map((list) => list.textContent)).toEqual(['CTMS', 'eTMF'])
    expect(dialog.getByText('以下系统将同时退出：')).toBeVisible()
    expect(dialog.getByText('以下系统不会同时退出，请在其中自行退出或关闭其页面：')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '退出登录' }))
    await vi.waitFor(() => expect(left).toHaveBeenCalledWith('/oauth2/signed-out?ticket=t2'))
    expect(signedOutTicket.read()).toBe('t2')
  })
})

describe('links to other systems', () => {
  it('are in a menu of their own, where the deployment has some', async () => {
    open('/softIndex')
    await screen.findByRole('heading', { name: '林伟，您好' })
    expect(screen.queryByRole('button', { name: '相关系统' })).toBeNull()
  })

  it('open in a new window', async () => {
    const links = [{ name: '试验管理', url: 'https://ctms.example.org/' }]
    const user = open('/softIndex', [], [], { links })
    await user.click(await screen.findByRole('button', { name: '相关系统' }))
    const link = screen.getByRole('menuitem', { name: /^试验管理/ })
    expect(link).toHaveAttribute('href', 'https://ctms.example.org/')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })
})

describe('the frame', () => {
  it('stays, and gives the focus to the page that comes', async () => {
    open('/softIndex', [system('020')])
    await screen.findByRole('heading', { name: '林伟，您好' })
    const [bar] = screen.getAllByRole('banner')
    act(() => navigate('/tenantListEDC'))
    await screen.findByRole('heading', { name: '电子数据采集（EDC）' })
    expect(screen.getAllByRole('banner')[0]).toBe(bar)
    expect(bar).toHaveTextContent('EDC')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(document.title).toBe('EDC 租户列表 · Brand')
  })

  it('offers first to skip to the page', async () => {
    const user = open('/softIndex')
    await screen.findByRole('heading', { name: '林伟，您好' })
    await user.tab()
    expect(screen.getByRole('button', { name: '跳到主要内容' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('has no user menu when nobody answers, and the page says why', async () => {
    open('/softIndex', [], 'busy')
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    expect(screen.queryByRole('button', { name: /^用户菜单/ })).toBeNull()
    expect(screen.getByRole('button', { name: '退出' })).toBeVisible()
  })
})

describe('the list of EDC tenants', () => {
  it('has the tenants with EDC, and finds one by name', async () => {
    const user = open('/tenantListEDC', [
      system('020', 'a', 'https://edc.example/a'),
      system('020', 'b', null),
      system('030', 'a'),
    ])
    const link = await screen.findByRole('link', { name: '进入 System 020（Tenant a）' })
    expect(link).toHaveAttribute('href', 'https://edc.example/a')
    expect(screen.getByText('租户没有配置url')).toBeVisible()
    expect(screen.getByText('共 2 个租户')).toBeVisible()
    await user.type(screen.getByRole('searchbox'), 'nowhere')
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    expect(screen.getByText('共 2 个租户')).toBeVisible()
  })

  it('begins with the tenant where EDC was opened last', async () => {
    const all = [system('020', 'a'), system('020', 'b'), system('020', 'c')]
    const user = open('/tenantListEDC', all)
    const names = () =>
      screen.getAllByRole('link', { name: /^进入 / }).map((link) => link.getAttribute('aria-label'))
    const link = await screen.findByRole('link', { name: '进入 System 020（Tenant b）' })
    expect(names()[0]).toContain('Tenant a')
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    act(() => navigate('/softIndex'))
    await screen.findByRole('heading', { name: '林伟，您好' })
    act(() => navigate('/tenantListEDC'))
    await screen.findByText('上次打开')
    expect(names().map((name) => name?.slice(-2, -1))).toEqual(['b', 'a', 'c'])
  })

  it('leads back when there is none', async () => {
    open('/tenantListEDC', [system('030')])
    expect(await screen.findByText(/没有 EDC 的授权/)).toBeVisible()
    expect(screen.getByRole('link', { name: '返回工作台' })).toHaveAttribute('href', '/softIndex')
  })
})

describe('the studies in RTSM', () => {
  const study = (code: string, launchUrl: string | null) => ({
    id: `s-${code}`,
    studyCode: code,
    studyName: `Study ${code}`,
    softwareId: 's030',
    softwareName: 'RTSM',
    webCode: '030',
    tenantId: 'a',
    tenantName: 'Tenant a',
    launchUrl,
  })
  const list = (studies: ReturnType<typeof study>[]) => {
    server.use(
      http.get('/api/sys/user/studies', ({ request }) => {
        expect(new URL(request.url).searchParams.get('webCode')).toBe('030')
        return ok(studies as never)
      }),
    )
    return open('/projectListRTSM', [system('030')])
  }

  it('has those that the person may open, and finds one by its code', async () => {
    const user = list([study('A-01', 'https://rtsm.example/?study=A-01'), study('B-02', null)])
    const link = await screen.findByRole('link', { name: '进入 Study A-01（A-01）' })
    expect(link).toHaveAttribute('href', 'https://rtsm.example/?study=A-01')
    expect(screen.getByText('项目没有配置url')).toBeVisible()
    act(() => setLocale('en'))
    expect(await screen.findByText('The study has no url configured')).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Find a study or tenant' }), 'b-0')
    expect(screen.getByText('Studies: 1')).toBeVisible()
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.getByText('Studies: 2')).toBeVisible()
  })

  it('says what to do when there is none', async () => {
    list([])
    expect(await screen.findByText(/没有任何项目的 RTSM 授权/)).toBeVisible()
    expect(screen.getByRole('link', { name: '返回工作台' })).toHaveAttribute('href', '/softIndex')
  })
})
