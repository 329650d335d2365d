import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { askListAhead, fetchOrTake, firstPage, knowList } from './listAhead'
import { SCREENS } from './routes'
import { isResource } from './screen'
import { openConsole, startConsole } from './testing'

const server = startConsole()

const asked: string[] = []
let unanswered = false
beforeEach(() => {
  asked.length = 0
  unanswered = false
  server.use(
    http.get('/api/admin/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      asked.push(pathname + search)
      if (unanswered) await new Promise(() => undefined)
      return HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })
    }),
  )
})

const at = (path: string, search = '') => firstPage({ pathname: `/index${path}`, search })

/** The first page of the tenants. */
const tenants = () => at('/systemManger/tenant') ?? expect.unreachable()

describe('a first page that is asked for ahead', () => {
  it.each(Object.entries(SCREENS).flatMap(([path, screen]) => (isResource(screen) ? [path] : [])))(
    'is what %s begins with',
    async (path) => {
      unanswered = true
      const page = at(`/${path}`)
      openConsole(`/index/${path}`)
      await waitFor(() => expect(asked).toContain(page?.address))
    },
  )

  it('is none where the address is of something else', () => {
    for (const path of ['', '/systemManger/tenant/1', '/systemManger/dictionary', '/nothing'])
      expect(at(path)).toBeUndefined()
  })

  it('is none where the list is searched, or was left in another order', async () => {
    expect(at('/systemManger/tenant', '?page=2')).toBeUndefined()
    const { unmount } = openConsole('/index/systemManger/tenant?sort=tenantCode&order=ASC&page=1')
    await waitFor(() => expect(asked.join()).toContain('tenantCode'))
    unmount()
    expect(at('/systemManger/tenant')).toBeUndefined()
  })

  it('is known at once, and taken by the first call alone', async () => {
    askListAhead(tenants())
    const cache = new QueryClient()
    await waitFor(() => {
      knowList(cache)
      expect(cache.getQueryData(tenants().queryKey)).toEqual({ data: [], total: 0 })
    })
    await fetchOrTake(tenants().address)
    expect(asked).toHaveLength(1)
    await fetchOrTake(tenants().address)
    expect(asked).toHaveLength(2)
  })

  it('is dropped by a call of another, and asked for again where it failed', async () => {
    askListAhead(tenants())
    await fetchOrTake('/api/admin/users')
    await fetchOrTake(tenants().address)
    expect(asked).toHaveLength(3)
    server.use(http.get('/api/admin/tenants', () => HttpResponse.error(), { once: true }))
    askListAhead(tenants())
    expect((await fetchOrTake(tenants().address)).json).toEqual([])
    expect(asked).toHaveLength(4)
  })
})
