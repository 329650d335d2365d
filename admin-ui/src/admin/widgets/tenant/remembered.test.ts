import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { createStore } from '../../store'
import { envelope, freshBrowser, listing, startServer, TENANTS, USER } from '../../testing'
import { findTenant, recentTenants, rememberTenant, searchTenants } from './tenants'

const server = startServer()
freshBrowser()

/** Somebody signs in. */
const signIn = (marker: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `cardea_marker=${marker}; path=/`
}
const open = () => {
  const store = createStore()
  store.setup()
  return store
}

describe('what the console remembers', () => {
  it('ends with the sign-out: filters, selections and recent tenants', () => {
    signIn('m1')
    const store = open()
    store.setItem('systemManger/user.listParams', { filter: { q: 'wang' } })
    store.setItem('systemManger/user.selectedIds', ['u1'])
    store.setItem('menu.collapsed', true)
    rememberTenant({ id: 't1', name: 'Northwind' })
    expect(open().getItem('systemManger/user.selectedIds')).toEqual(['u1'])
    expect(recentTenants()).toEqual([{ id: 't1', name: 'Northwind' }])
    signIn('m2')
    const next = open()
    expect(next.getItem('systemManger/user.listParams')).toBeUndefined()
    expect(next.getItem('systemManger/user.selectedIds')).toBeUndefined()
    expect(next.getItem('menu.collapsed')).toBe(true)
    expect(recentTenants()).toEqual([])
  })
})

describe('the tenants to choose from', () => {
  it('are not asked for where that would be refused, and noted', async () => {
    let asked = 0
    server.use(
      http.get('/api/admin/tenants', () => {
        asked += 1
        return listing(TENANTS)
      }),
      http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: [] })),
      http.get('/api/tenant/combobox', () => envelope([{ code: 't9', desc: 'Own' }])),
    )
    const { signal } = new AbortController()
    expect(await searchTenants('', signal)).toEqual([{ id: 't9', name: 'Own' }])
    expect(await findTenant('t9', signal)).toEqual({ id: 't9', name: 'Own' })
    expect(asked).toBe(0)
  })
})
