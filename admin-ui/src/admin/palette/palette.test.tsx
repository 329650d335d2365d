import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { getLocale } from '../../shared/i18n'
import { envelope, filterOf, listing, openConsole, startConsole, USER } from '../testing'

const server = startConsole()
let asked: string[]

beforeEach(() => {
  asked = []
  server.use(
    http.get('/api/sys/user/info', () => envelope(USER)),
    http.get('/api/admin/users', ({ request }) => {
      asked.push(String(filterOf(request).q))
      return listing([{ id: 'u7', fullName: 'Mei Han', email: 'mei@example.org' }])
    }),
  )
})

async function open() {
  const opened = openConsole('/index/systemManger/tenant')
  await screen.findByRole('button', { name: 'Search or go to…' })
  await opened.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search and go to' })
  return { ...opened, field }
}

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

describe('the command palette', () => {
  it('offers the pages of the reader’s menu and what they may do', async () => {
    await open()
    expect(offered()).toEqual([
      'TenantsSystem',
      'UsersSystem',
      'DictionariesSystem',
      'AuthorisationStudies',
      'Create tenant',
      'Create user',
      'Switch to Chinese / 切换为中文',
      'Dark appearance',
      'Sign out',
    ])
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('goes to a page by the keyboard alone', async () => {
    const { user, router } = await open()
    await user.keyboard('create us{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/index/systemManger/user/create'),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('finds people and tenants on the server, once typing has stopped', async () => {
    const { user } = await open()
    await user.keyboard('North')
    await screen.findByRole('option', { name: /Mei Han/ })
    await waitFor(() => expect(offered()).toEqual(['NorthwindN', 'Mei Hanmei@example.org']))
    expect(asked).toEqual(['North'])
  })

  it('leads to the page on which a record is read', async () => {
    server.use(
      http.get('/api/admin/users/u7', () =>
        HttpResponse.json({ id: 'u7', version: 1, fullName: 'Mei Han', status: '0' }),
      ),
      http.get('/api/admin/users/u7/grants', () => HttpResponse.json({ rows: [], next: null })),
    )
    const { user, router } = await open()
    await user.keyboard('mei')
    await user.click(await screen.findByRole('option', { name: /Mei Han/ }))
    await screen.findByText('This person is authorised for nothing.')
    expect(router.state.location.pathname).toBe('/index/systemManger/user/u7/show')
  })

  it('leads to the list where there is no such page, and somebody may only look', async () => {
    const domain = { id: 's', name: 'Domains', url: 'software/urlSet', icon: null, act: 'view' }
    const list = [{ ...domain, parentId: '1' }]
    const menuList = [{ id: '1', name: 'System', url: null, icon: null, parentId: '0', list }]
    server.use(
      http.get('/api/sys/user/info', () => envelope({ ...USER, menuList })),
      http.get('/api/admin/domains', () =>
        listing([{ id: 'd1', urlName: 'West', tenantName: 'Northwind' }]),
      ),
    )
    const { user, router } = await open()
    expect(offered()).not.toContain('Create user')
    await user.keyboard('west')
    await user.click(await screen.findByRole('option', { name: /West/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index/software/urlSet'))
    expect(router.state.location.search).toContain(encodeURIComponent('"West"'))
  })

  it('switches the language, and closes by Escape', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('option', { name: /Switch to Chinese/ }))
    expect(getLocale()).toBe('zh')
    await user.click(await screen.findByRole('button', { name: '搜索或前往…' }))
    await screen.findByRole('combobox', { name: '搜索和前往' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
