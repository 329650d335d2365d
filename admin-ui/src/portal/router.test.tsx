import { readFileSync } from 'node:fs'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser, left, server, setCookie, surroundings } from '../../test/browser'
import { ROUTER_TABLE } from '../../test/routerTable'
import { setLocale } from '../shared/i18n'
import { App } from './App'
import { Link, navigate, type Place, usePlace } from './router'
import { ADDRESSES, resolve, titleOf } from './routes'

freshBrowser()

function Where() {
  const { path, query } = usePlace()
  return (
    <>
      <output>{`${path}|${query}`}</output>
      <Link to="/softIndex">go</Link>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent

describe('the router', () => {
  it('follows navigation, history and links', () => {
    render(<Where />)
    expect(shown()).toBe('/|')
    act(() => navigate('/signIn/index?returnTo=%2Foauth2'))
    expect(shown()).toBe('/signIn/index|returnTo=%2Foauth2')
    fireEvent.click(screen.getByRole('link'))
    expect(shown()).toBe('/softIndex|')
    history.replaceState(null, '', '/setUp/')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    expect(shown()).toBe('/setUp|')
  })

  it('replaces instead of adding when asked', () => {
    render(<Where />)
    const before = history.length
    act(() => navigate('/signIn/index', { replace: true }))
    expect(history.length).toBe(before)
    act(() => navigate('/softIndex'))
    expect(history.length).toBe(before + 1)
  })

  it('leaves clicks for a new tab to the browser', () => {
    render(<Where />)
    const link = screen.getByRole('link')
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link, { ctrlKey: true })
    fireEvent.click(link, { metaKey: true })
    expect(shown()).toBe('/|')
  })

  it.each(['/index', '/index/systemManger/tenant', '/index?x=1'])(
    'loads %s, the console',
    (path) => {
      navigate(path)
      expect(left).toEqual([path])
    },
  )

  it('does not take /indexes for the console', () => {
    navigate('/indexes')
    expect(left).toEqual([])
  })
})

const at = (address: string): Place => {
  const url = new URL(address, 'http://127.0.0.1')
  return { path: url.pathname, query: url.searchParams }
}

describe('the navigation guard', () => {
  it.each([
    ['/', false, '/signIn/index'],
    ['/', true, '/softIndex'],
    ['/signIn', false, '/signIn/index'],
    ['/signIn', true, '/softIndex'],
    ['/signIn?code=c', false, '/signIn/sso?code=c'],
    ['/signIn?code=c', true, '/signIn/sso?code=c'],
    ['/signIn?returnTo=%2Fa', false, '/signIn/index?returnTo=%2Fa'],
    ['/signIn/index?code=c', false, '/signIn/sso?code=c'],
    ['/signIn/index?code=c', true, '/signIn/sso?code=c'],
    ['/?code=c', false, '/signIn/sso?code=c'],
    ['/?code=c', true, '/signIn/sso?code=c'],
    ['/softIndex', false, '/signIn/index?returnTo=%2FsoftIndex'],
    ['/account/sessions?x=1', false, '/signIn/index?returnTo=%2Faccount%2Fsessions%3Fx%3D1'],
  ])('%s, signed in %s: %s', (address, signedIn, goal) => {
    expect(resolve(at(address), signedIn)).toEqual({ redirect: goal })
  })

  it.each(['/signIn/index', '/signIn/modifyPwd', '/setUp', '/nowhere'])('%s is open', (address) => {
    expect(resolve(at(address), false)).toHaveProperty('route')
  })

  it('knows pages from addresses that lead nowhere', () => {
    const title = (address: string) => {
      const resolved = resolve(at(address), true)
      return 'route' in resolved ? resolved.route.title : null
    }
    expect(title('/softIndex')).toBe('soft.title')
    expect(title('/constructor')).toBe('notFound.title')
  })

  it.each(ROUTER_TABLE)(
    '$path is as the router table says',
    ({ path, access, leadsTo, byPage, pending }) => {
      const resolved = resolve(at(path), false)
      if (leadsTo && !byPage) return expect(resolved).toEqual({ redirect: leadsTo })
      const back = `?returnTo=${encodeURIComponent(path)}`
      if (access === 'inner') return expect(resolved).toEqual({ redirect: `/signIn/index${back}` })
      const title = 'route' in resolved ? resolved.route.title : null
      return pending
        ? expect(title).toBe('notFound.title')
        : expect(title).not.toBe('notFound.title')
    },
  )

  it.each(ROUTER_TABLE.filter(({ leadsTo, byPage }) => byPage || !leadsTo))(
    '$path has the title that the router table says',
    ({ path, title }) => {
      setCookie('cardea_marker=m1')
      for (const locale of ['zh', 'en'] as const) {
        setLocale(locale)
        const told = titleOf(at(path))
        // Some pages of the account tell their own, which the tests of those pages hold to the table.
        if (told === undefined) expect(path).toMatch(/^\/account\//)
        else expect(told).toBe(title[locale])
      }
    },
  )

  it.each(ROUTER_TABLE.filter(({ byPage }) => byPage))(
    '$path leads on by itself where nobody is known',
    async ({ path, leadsTo }) => {
      server.use(...surroundings)
      history.replaceState(null, '', path)
      render(<App />)
      await waitFor(() => expect(location.pathname).toBe(leadsTo))
      await screen.findByRole('tab', { name: '密码登录' })
    },
  )

  it('sends nobody to sign in for an address that the server would not go on to', () => {
    const pages = readFileSync('../core/src/kernel/pages.rs', 'utf8')
    const inner = ADDRESSES.filter((path) => {
      const resolved = resolve(at(path), false)
      return 'redirect' in resolved && resolved.redirect.includes('returnTo')
    })
    expect(inner.length).toBeGreaterThan(10)
    const named = Object.fromEntries(
      [...pages.matchAll(/pub const (\w+): &str = ("[^"]+")/g)].map(([, name, path]) => [
        name,
        path,
      ]),
    )
    const returned = [...pages.matchAll(/^ {4}returned\(([^)]+)\)/gm)].map(
      ([, page]) => named[page ?? ''] ?? page,
    )
    for (const path of inner) expect(returned).toContain(`"${path}"`)
  })

  it('has no address that the router table does not have', () => {
    const built = ROUTER_TABLE.filter(({ pending }) => !pending).map(({ path }) => path)
    expect([...ADDRESSES].sort()).toEqual(built.sort())
  })

  it('finds a page by its name behind a version', () => {
    expect(resolve(at('/v2/soft?x=1'), true)).toEqual({ redirect: '/softIndex?x=1' })
    expect(resolve(at('/v2/softIndex'), true)).not.toHaveProperty('redirect')
    expect(resolve(at('/v/soft'), true)).not.toHaveProperty('redirect')
  })
})
