import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser, lin, ok, refused, server, setCookie } from '../../test/browser'
import { adminFetch, request } from './http'
import { browser, confirmOwner, disown, forget, ownName, userInfo, watchOtherTabs } from './session'

// A page belongs to one user. What another tab does meanwhile never lets it go on as somebody else.

freshBrowser()

const WANG = { ...lin, id: 'u2', userName: 'wang.min', fullName: '王敏' }
let who: typeof lin
let asked: number
let done: string[]
let reloads: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  who = lin
  asked = 0
  done = []
  reloads = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)
  server.use(
    http.get('/api/sys/user/info', () => {
      asked += 1
      return ok(who)
    }),
    http.post('/api/x', () => {
      done.push(who.userName)
      return ok(null)
    }),
    http.put('/api/admin/x', () => {
      done.push(who.userName)
      return Response.json({})
    }),
  )
  setCookie('cardea_marker=m1')
  await userInfo()
})

/** Another tab signs somebody in; nothing is heard of it here. */
function signIn(user: typeof lin, marker = 'm2') {
  who = user
  setCookie(`cardea_marker=${marker}`)
}

const post = () => request('/api/x', { method: 'POST', quiet: true })

describe('a page', () => {
  it('is its first user’s, and sends what it has to send', async () => {
    expect(ownName()).toBe('lin.wei')
    await post()
    expect([asked, done]).toEqual([1, ['lin.wei']])
  })

  it('sends nothing in the name of somebody else, and begins anew', async () => {
    signIn(WANG)
    const settled = vi.fn()
    void post().then(settled, settled)
    void adminFetch('/api/admin/x', { method: 'PUT', body: '{}' }).then(settled, settled)
    await vi.waitFor(() => expect(reloads).toHaveBeenCalledTimes(2))
    expect(done).toEqual([])
    expect(settled).not.toHaveBeenCalled()
  })

  it('goes on where the same user signed in again elsewhere, and asks once for that', async () => {
    signIn(lin)
    await post()
    await post()
    expect([asked, done]).toEqual([2, ['lin.wei', 'lin.wei']])
    expect(reloads).not.toHaveBeenCalled()
  })

  it('sends nothing where nobody can say whose session it is', async () => {
    signIn(WANG)
    server.use(http.get('/api/sys/user/info', () => refused('500', 'oops')))
    await expect(post()).rejects.toMatchObject({ code: '500' })
    expect(done).toEqual([])
  })

  it('begins anew where a new answer names somebody else', async () => {
    who = WANG
    forget()
    void userInfo()
    await vi.waitFor(() => expect(reloads).toHaveBeenCalledTimes(1))
    expect(ownName()).toBe('lin.wei')
  })

  it('looks again when it comes back out of the browser’s cache', async () => {
    const stop = watchOtherTabs()
    signIn(WANG)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await vi.waitFor(() => expect(reloads).toHaveBeenCalledTimes(1))
    stop()
  })

  it('that knows no user of its own begins anew after a sign-in', async () => {
    disown()
    void confirmOwner()
    expect(reloads).toHaveBeenCalledTimes(1)
    expect(asked).toBe(1)
  })
})
