import { act, render, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshBrowser, ok, refused, server } from '../../../test/browser'
import { request } from '../http'
import Toasts from './Toast'
import { dismissToast, tellProblems, toast } from './toasts'

freshBrowser()
let stop: () => void
beforeEach(() => {
  stop = tellProblems()
})
afterEach(() => {
  stop()
  act(dismissToast)
})

const said = () => document.querySelector('[aria-live=polite]')?.textContent

describe('messages', () => {
  it('wait for what shows them', async () => {
    server.use(http.get('/api/x', () => refused('500', 'oops')))
    await request('/api/x').catch(() => undefined)
    render(<Toasts />)
    expect(said()).toBe('oops请求编号：req-1')
  })

  it('of failures do not push away what is being read; those of success do', () => {
    render(<Toasts />)
    act(() => toast('first', 'danger'))
    act(() => toast('second', 'danger'))
    expect(said()).toBe('first')
    act(() => toast('saved'))
    expect(said()).toBe('saved')
    act(() => toast('third', 'danger'))
    expect(said()).toBe('saved')
    act(dismissToast)
    act(() => toast('third', 'danger'))
    expect(said()).toBe('third')
  })

  it('are not made of calls that are quiet', async () => {
    server.use(http.get('/api/x', () => refused('500', 'oops')))
    render(<Toasts />)
    await request('/api/x', { quiet: true }).catch(() => undefined)
    expect(said()).toBe('')
  })
})

describe('the overlay', () => {
  it('lies over the page while calls are under way that are not quiet', async () => {
    const waiting: (() => void)[] = []
    const held = () => new Promise<void>((resolve) => waiting.push(resolve))
    server.use(http.get('/api/x', async () => held().then(() => ok(null))))
    render(<Toasts />)
    const quiet = request('/api/x', { quiet: true })
    await waitFor(() => expect(waiting).toHaveLength(1))
    expect(screen.queryByRole('progressbar')).toBeNull()
    const both = [request('/api/x'), request('/api/x')]
    await waitFor(() => expect(waiting).toHaveLength(3))
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('正在加载')
    waiting[1]?.()
    await act(() => Promise.race(both))
    expect(screen.getByRole('progressbar')).toBeInTheDocument()
    for (const release of waiting) release()
    await act(() => Promise.all([quiet, ...both]))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('goes when a call fails', async () => {
    server.use(http.get('/api/x', () => Response.error()))
    render(<Toasts />)
    await act(() => request('/api/x').catch(() => undefined))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(said()).toBe('请求失败，请检查网络后重试')
  })
})
