import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { setLocale } from '../../shared/i18n'
import { browser } from '../../shared/session'
import { envelope, openConsole, startConsole, USER } from '../testing'

const server = startConsole()

describe('the frame of the console', () => {
  it('leads from /index to the first entry of the menu', async () => {
    const { router } = openConsole('/index')
    await screen.findByRole('link', { name: 'Northwind' })
    expect(router.state.location.pathname).toBe('/index/systemManger/tenant')
    expect(document.title).toBe('Tenants · Cardea')
  })

  it('opens one group at a time and marks where one is', async () => {
    const { user } = openConsole('/index/systemManger/tenant')
    const system = await screen.findByRole('button', { name: 'System' })
    const studies = screen.getByRole('button', { name: 'Studies' })
    expect(system.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'Tenants' }).getAttribute('aria-current')).toBe('page')
    await user.click(studies)
    expect(system.getAttribute('aria-expanded')).toBe('false')
    expect(studies.getAttribute('aria-expanded')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Logs' })).toBeNull()
    await user.click(studies)
    expect(studies.getAttribute('aria-expanded')).toBe('false')
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
    expect(screen.getByRole('link', { name: 'Go to the first page' })).toBeDefined()
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
