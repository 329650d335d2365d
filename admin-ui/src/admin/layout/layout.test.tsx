import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { setLocale } from '../../shared/i18n'
import { browser } from '../../shared/session'
import { envelope, listing, openConsole, startConsole, USER } from '../testing'

const server = startConsole()

describe('the frame of the console', () => {
  it('has its home at /index, first in the menu', async () => {
    const { user, router } = openConsole('/index/systemManger/tenant')
    await screen.findByRole('link', { name: 'Northwind' })
    expect(document.title).toBe('Tenants · Cardea')
    const home = screen.getByRole('link', { name: 'Home' })
    expect(home.getAttribute('aria-current')).toBeNull()
    await user.click(home)
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    expect(router.state.location.pathname).toBe('/index')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
    expect(document.title).toBe('Home · Cardea')
  })

  it('marks where one is, opens several groups and remembers them', async () => {
    const first = openConsole('/index/systemManger/tenant')
    const group = (name: string) => screen.findByRole('button', { name })
    const expanded = async (name: string) => (await group(name)).getAttribute('aria-expanded')
    expect(await expanded('System')).toBe('true')
    expect(await expanded('Studies')).toBe('false')
    expect(screen.getByRole('link', { name: 'Tenants' }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('button', { name: 'Logs' })).toBeNull()
    await first.user.click(await group('Studies'))
    expect(await expanded('System')).toBe('true')
    expect(await expanded('Studies')).toBe('true')
    // Nobody opened the group of the first page, and it stays open where that is left.
    await act(() => first.router.navigate('/index'))
    expect(await expanded('System')).toBe('true')
    await act(() => first.router.navigate('/index/systemManger/tenant'))
    first.unmount()
    const { user } = openConsole('/index/systemManger/tenant')
    expect(await expanded('Studies')).toBe('true')
    await user.click(await group('Studies'))
    expect(await expanded('Studies')).toBe('false')
  })

  it('has the menu behind a button on a narrow screen, until a page is chosen', async () => {
    server.use(http.get('/api/admin/dictionary-categories', () => listing([])))
    const media = (matches: boolean, query: string) =>
      ({ matches, media: query, addEventListener() {}, removeEventListener() {} }) as never
    vi.stubGlobal('matchMedia', (query: string) => media(query === '(max-width: 800px)', query))
    const { user, router } = openConsole('/index/systemManger/tenant')
    const button = await screen.findByRole('button', { name: 'Main menu' })
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    await user.click(button)
    await user.click(await screen.findByRole('link', { name: 'Dictionaries' }))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull())
    expect(router.state.location.pathname).toBe('/index/systemManger/dictionary')
    vi.unstubAllGlobals()
  })

  it('folds the menu and remembers it', async () => {
    const first = openConsole('/index/systemManger/tenant')
    await first.user.click(await screen.findByRole('button', { name: 'Collapse the menu' }))
    expect(screen.getByRole('button', { name: 'System' }).getAttribute('aria-expanded')).toBe(
      'false',
    )
    first.unmount()
    const { user } = openConsole('/index/systemManger/tenant')
    await user.click(await screen.findByRole('button', { name: 'System' }))
    await screen.findByRole('button', { name: 'Collapse the menu' })
  })

  it('changes its language in place, menu names included', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get('/api/sys/user/info', ({ request }) => {
        const language = request.headers.get('Accept-Language')
        asked.push(language)
        const menuList = USER.menuList.map((group) => ({
          ...group,
          name: `${group.name} ${language}`,
        }))
        return envelope({ ...USER, menuList })
      }),
    )
    openConsole('/index/systemManger/tenant')
    await screen.findByRole('button', { name: 'System en' })
    act(() => setLocale('zh'))
    await screen.findByRole('button', { name: 'System zh' })
    await screen.findByRole('heading', { level: 1, name: '租户管理' })
    expect(asked).toEqual(['en', 'zh'])
    expect(document.documentElement.lang).toBe('zh-CN')
  })

  it('says that an address leads nowhere', async () => {
    openConsole('/index/systemManger/nothing')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeDefined()
  })
})

describe('without', () => {
  it('a menu, somebody goes to the chooser', async () => {
    const assign = vi.spyOn(browser, 'assign').mockImplementation(() => undefined)
    server.use(http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: [] })))
    openConsole('/index')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/softIndex'))
  })

  it('a session, somebody goes to sign in and comes back here', async () => {
    const assign = vi.spyOn(browser, 'assign').mockImplementation(() => undefined)
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = 'cardea_marker=; path=/; max-age=0'
    window.history.replaceState(null, '', '/index/systemManger/user?page=2')
    openConsole('/index/systemManger/user')
    await waitFor(() => expect(assign).toHaveBeenCalled())
    const returnTo = encodeURIComponent('/index/systemManger/user?page=2')
    expect(assign).toHaveBeenCalledWith(`/signIn/index?returnTo=${returnTo}`)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
