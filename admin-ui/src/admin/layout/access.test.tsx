import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { authProvider } from '../authProvider'
import { columns, envelope, listing, openConsole, startConsole, USER } from '../testing'
import { mayEdit } from './menu'

// Who may only look is offered nothing that changes anything.

const server = startConsole()

const PATHS = [
  'systemManger/tenant',
  'systemManger/site',
  'systemManger/user',
  'systemManger/eare',
  'systemManger/dictionary',
  'systemManger/holiday',
  'tenantManager/tenantSite',
  'tenantManager/tenantUser',
] as const

const menu = (act: 'view' | 'edit') => {
  const list = PATHS.map((url) => ({ id: url, name: url, url, icon: null, parentId: '1', act }))
  return [{ id: '1', name: 'All', url: null, icon: null, parentId: null, list }]
}

const ROW = { id: 'r1', version: 1 }
const LISTS: Record<string, object> = {
  sites: { siteName: 'Row', isUserAdd: 1 },
  users: {
    fullName: 'Row',
    userName: 'row',
    email: 'r@x.cn',
    emailValid: '1',
    status: '0',
    org: 'local',
  },
  areas: { areaName: 'Row', parentId: '0' },
  'dictionary-categories': { code: '1', desc: 'Category', isTenant: false },
  'dictionary-items': { id: 'c1', dicName: 'Row', tenantId: '0', childCode: '' },
  holidays: { tenantName: 'Row', lawHolidays: null, extraWorkdays: null },
  'tenant-sites': { nickName: 'Row' },
  'tenant-users': { fullName: 'Row', userName: 'row', enabled: '0' },
}

/** What each screen has to press beside the frame, its filters and its pages. */
const CHANGING = /^(Create|Add|Import|Invite|Delete|Edit|Actions:|Change|Reset|Send a verification)/

function serve(act: 'view' | 'edit') {
  server.use(
    http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: menu(act) })),
    ...Object.entries(LISTS).map(([noun, fields]) =>
      http.get(`/api/admin/${noun}`, () => listing([{ ...ROW, ...fields }])),
    ),
  )
}

/** Opens a screen, and waits until its rows are there. */
async function open(path: string) {
  const filter = path === 'tenantManager/tenantUser' ? '?filter={"tenantId":"t1"}' : ''
  openConsole(`/index/${path}${filter}`)
  await screen.findAllByText(path.endsWith('tenant') ? 'Northwind' : 'Row')
  expect(columns().length).toBeGreaterThan(0)
}

/** The names of what changes something. */
function offered(): string[] {
  const pressed = [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')]
  return pressed
    .map((each) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? '')
    .filter((name) => CHANGING.test(name))
}

describe('who may only look', () => {
  beforeEach(() => serve('view'))

  it.each(PATHS)('is offered no change on %s', async (path) => {
    await open(path)
    // Why somebody has access is asked in the menu of their row, by who may only look, too.
    const asking = path === 'tenantManager/tenantUser' ? ['Actions: row'] : []
    await waitFor(() => expect(offered()).toEqual(asking))
  })

  it('finds no form under its address', async () => {
    const { router } = openConsole('/index/systemManger/tenant/t1')
    await screen.findByRole('heading', { level: 1, name: 'No access' })
    expect(router.state.location.pathname).toBe('/index/access-denied')
  })
})

describe('who has no menu for a screen', () => {
  it.each(['setting/role', 'systemManger/dictionary', 'tenantManager/department'])(
    'is told so under the address of %s, and the server is not asked',
    async (path) => {
      const asked: string[] = []
      server.use(
        http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: [] })),
        http.get('/api/admin/*', ({ request }) => {
          asked.push(request.url)
          return listing([])
        }),
      )
      openConsole(`/index/${path}`)
      await screen.findByRole('heading', { level: 1, name: 'No access' })
      expect(asked).toEqual([])
    },
  )
})

describe('who is denied', () => {
  const TOLD = {
    allowed: false,
    subject: 'view “Roles”',
    person: [{ kind: 'account', holds: true, required: true, text: 'the account is open' }],
    ways: [],
    help: { text: 'Ask an administrator of the platform.', roles: ['Platform support'] },
  }

  function serveTold() {
    const asked: string[] = []
    server.use(
      http.get('/api/admin/access-explanation', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(TOLD)
      }),
    )
    return asked
  }

  it('asks why, and is told whom to ask', async () => {
    const asked = serveTold()
    server.use(http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: [] })))
    const { user } = openConsole('/index/setting/role')
    await user.click(await screen.findByRole('button', { name: 'Why, and whom to ask' }))
    await screen.findByText('Ask an administrator of the platform.')
    expect(screen.getByText('Platform support')).toBeDefined()
    expect(asked).toEqual(['?operation=setting%2Frole&act=view'])
  })

  it('asks about the form that they were led away from', async () => {
    const asked = serveTold()
    serve('view')
    const { user } = openConsole('/index/systemManger/tenant/t1')
    await user.click(await screen.findByRole('button', { name: 'Why, and whom to ask' }))
    await screen.findByText('Platform support')
    expect(asked).toEqual(['?operation=systemManger%2Ftenant&act=edit'])
  })
})

describe('who may change things', () => {
  it.each(PATHS)('is offered it on %s', async (path) => {
    serve('edit')
    await open(path)
    expect(offered()).not.toEqual([])
  })
})

describe('whose role changes meanwhile', () => {
  /** The page asks again by itself; sooner where somebody comes back to it. */
  const comeBack = () => window.dispatchEvent(new Event('visibilitychange'))

  it('is offered what they may do from then on', async () => {
    serve('edit')
    await open('systemManger/tenant')
    expect(offered()).not.toEqual([])
    serve('view')
    comeBack()
    await waitFor(() => expect(offered()).toEqual([]))
    serve('edit')
    comeBack()
    await waitFor(() => expect(offered()).not.toEqual([]))
  })

  it('loses the menu and its page, and keeps them where nobody answers', async () => {
    serve('edit')
    await open('systemManger/tenant')
    server.use(http.get('/api/sys/user/info', () => HttpResponse.error()))
    comeBack()
    const entry = () => document.querySelector('nav a[href$="/index/systemManger/tenant"]')
    let asked = 0
    server.use(
      http.get('/api/sys/user/info', ({ request }) => {
        asked += 1
        expect(request.headers.get('x-background'), 'it keeps no session alive').toBe('1')
        return envelope({ ...USER, menuList: [] })
      }),
    )
    expect(entry()).not.toBeNull()
    comeBack()
    await screen.findByRole('heading', { level: 1, name: 'No access' })
    expect(entry()).toBeNull()
    expect(asked).toBe(1)
  })
})

describe('what may be done', () => {
  it('is what the menu says, and open where it says nothing', () => {
    expect(mayEdit(menu('view'), 'systemManger/user')).toBe(false)
    expect(mayEdit(menu('edit'), 'systemManger/user')).toBe(true)
    expect(mayEdit(menu('view'), 'setting/role')).toBe(true)
    expect(mayEdit(USER.menuList, 'systemManger/user')).toBe(true)
  })

  it('is left to the server where the menu cannot be read', async () => {
    server.use(http.get('/api/sys/user/info', () => HttpResponse.error()))
    const asked = { action: 'edit', resource: 'users' }
    expect(await authProvider.canAccess?.(asked)).toBe(true)
  })
})
