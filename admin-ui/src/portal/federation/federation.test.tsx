import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpResponse, http, type JsonBodyType } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshBrowser,
  left,
  lin,
  ok,
  refused,
  server,
  setCookie,
  surroundings,
} from '../../../test/browser'
import { setLocale } from '../../shared/i18n'
import { forget } from '../../shared/session'
import { App } from '../App'
import { all as afterTexts } from '../signIn/texts'

freshBrowser()
beforeEach(() => {
  server.use(
    ...surroundings,
    http.get('/api/sys/user/info', () => ok(lin)),
  )
  // Passwords then travel as they are.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
})
afterEach(() => vi.unstubAllGlobals())

const ANSWER = {
  token: 't',
  isOverdue: false,
  nearExpiredDay: null,
  pwdReset: true,
  redirect: null,
}

/** Answers `path` with one after the other, the last one again; what was sent. */
function answering(path: string, ...answers: Array<() => HttpResponse<JsonBodyType>>): unknown[] {
  const sent: unknown[] = []
  server.use(
    http.post(path, async ({ request }) => {
      sent.push(await request.json())
      const answer = answers[Math.min(sent.length, answers.length) - 1] as (typeof answers)[number]
      return answer()
    }),
  )
  return sent
}

function open(address: string) {
  history.replaceState(null, '', address)
  render(<App />)
  return userEvent.setup({ delay: null })
}

const QUESTION = {
  kind: 'confirm',
  subject: { userName: 'a**', fullName: '李**' },
  issuer: '协和医院门户',
  current: null,
}

describe('a ticket', () => {
  it.each(['ticket', 'code', 'authCode'])('signs in by %s, once, and goes on', async (name) => {
    const sent = answering('/api/sys/loginByTicket', () => ok({ ...ANSWER, redirect: '/device' }))
    open(`/LoginTicket?loginType=wecom&${name}=t1&state=s1`)
    await waitFor(() => expect(left).toEqual(['/device']))
    expect(sent).toEqual([{ ticket: 't1', loginType: 'wecom', state: 's1', confirm: false }])
  })

  it('of nobody is linked by its owner', async () => {
    const data = { kind: 'link', provider: 'wecom', label: '李伟', continuation: 'c~1' }
    answering('/api/sys/loginByTicket', () => refused('404', '尚未关联', { data }))
    answering('/api/sys/login', () => ok(ANSWER))
    const linked = answering('/api/account/identities', () => ok({ id: 'i' }))
    const user = open('/LoginTicket?loginType=wecom&code=t1&state=s1')
    expect(await screen.findByRole('heading', { name: '关联您的账号' })).toBeVisible()
    expect(screen.getByText(/“李伟”尚未关联/)).toBeVisible()
    await user.type(screen.getByLabelText('用户名'), 'alice')
    await user.type(screen.getByLabelText('密码'), 'Correct1horse')
    await user.click(screen.getByRole('button', { name: '登录并关联' }))
    await waitFor(() => expect(left).toEqual(['/']), { timeout: 5000 })
    expect(linked).toEqual([{ continuation: 'c~1' }])
  })

  it('of an owner with an old password is linked before the questions of a password', async () => {
    const data = {
      kind: 'link',
      provider: 'wecom',
      label: '李伟',
      continuation: 'c~1',
      returnTo: '/device',
    }
    answering('/api/sys/loginByTicket', () => refused('404', '尚未关联', { data }))
    const overdue = { ...ANSWER, isOverdue: true, nearExpiredDay: 3, redirect: '/device' }
    const login = answering('/api/sys/login', () => ok(overdue))
    const linked = answering('/api/account/identities', () => ok({ id: 'i' }))
    const user = open('/LoginTicket?loginType=wecom&code=t1&state=s1')
    await user.type(await screen.findByLabelText('用户名'), 'alice')
    await user.type(screen.getByLabelText('密码'), 'Correct1horse')
    await user.click(screen.getByRole('button', { name: '登录并关联' }))
    await user.click(await screen.findByRole('button', { name: afterTexts.zh.overdueLater }))
    await waitFor(() => expect(left).toEqual(['/device']))
    expect(login).toMatchObject([{ returnTo: '/device' }])
    expect(linked).toEqual([{ continuation: 'c~1' }])
  })

  it('that did not begin here asks, and goes on with what was found out', async () => {
    setLocale('en')
    const sent = answering(
      '/api/sys/loginByTicket',
      () => refused('409', 'confirm', { data: { ...QUESTION, continuation: 'c~2' } }),
      () => ok(ANSWER),
    )
    const user = open('/LoginTicket?loginType=wecom&ticket=t1')
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(left).toEqual(['/']))
    expect(sent[1]).toEqual({ ticket: 'c~2', loginType: 'wecom', confirm: true })
  })

  it('that did not begin here begins here', async () => {
    const data = { kind: 'start', provider: 'wecom' }
    answering('/api/sys/loginByTicket', () => refused('404', '尚未关联', { data }))
    const user = open('/LoginTicket?loginType=wecom&ticket=t1')
    await user.click(await screen.findByRole('button', { name: '发起登录' }))
    expect(left).toEqual(['/api/sys/federation/start/wecom'])
  })

  it('that does not stand says so', async () => {
    answering('/api/sys/loginByTicket', () => refused('701', '登录信息无效'))
    open('/LoginTicket?loginType=wecom&ticket=t1')
    expect(await screen.findByRole('alert')).toHaveTextContent('登录信息无效')
    expect(screen.getByRole('link', { name: '返回登录页' })).toHaveAttribute(
      'href',
      '/signIn/index',
    )
  })

  it.each([
    ['?error=access_denied', 'You cancelled the sign-in, or it was refused there.'],
    ['?error=temporarily_unavailable', 'This service cannot be reached at the moment.'],
    ['', 'There is nothing to sign in with.'],
  ])('is not asked for where there is none: %s', async (query, text) => {
    setLocale('en')
    open(`/LoginTicket${query}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})

describe('a code in the address', () => {
  it('asks whose it is, and goes to the root after a yes', async () => {
    const sent = answering(
      '/api/sys/ssoLogin',
      () => refused('409', '请确认', { data: QUESTION }),
      () => ok(ANSWER),
    )
    const user = open('/signIn?code=c1')
    expect(await screen.findByRole('heading', { name: '登录此账号？' })).toBeVisible()
    expect(screen.getByText('李**')).toBeVisible()
    expect(screen.getByText('协和医院门户')).toBeVisible()
    expect(left).toEqual([])
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(left).toEqual(['/']))
    expect(sent).toEqual([
      { code: 'c1', confirm: false },
      { code: 'c1', confirm: true },
    ])
  })

  it('is asked about in the language that somebody chooses', async () => {
    answering(
      '/api/sys/ssoLogin',
      () => refused('409', '请确认', { data: QUESTION }),
      () => refused('409', 'Confirm', { data: { ...QUESTION, issuer: 'Union Hospital portal' } }),
    )
    open('/signIn?code=c1')
    await screen.findByRole('heading', { name: '登录此账号？' })
    act(() => setLocale('en'))
    expect(await screen.findByText('Union Hospital portal')).toBeVisible()
    expect(left).toEqual([])
  })

  it('of somebody else is left alone', async () => {
    const sent = answering('/api/sys/ssoLogin', () => refused('409', '请确认', { data: QUESTION }))
    const user = open('/signIn?code=c1')
    await user.click(await screen.findByRole('button', { name: '不是我' }))
    expect(await screen.findByLabelText('用户名')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  it('asks before it replaces somebody else', async () => {
    setCookie('cardea_marker=1')
    const current = { userName: 'bob', fullName: '鲍勃' }
    const data = { ...QUESTION, current }
    const sent = answering(
      '/api/sys/ssoLogin',
      () => refused('409', '已登录其他账号', { data }),
      () => ok(ANSWER),
    )
    const user = open('/signIn?code=c1')
    expect(await screen.findByText(/“鲍勃”/)).toBeVisible()
    expect(left).toEqual([])
    await user.click(screen.getByRole('button', { name: '切换账号' }))
    await waitFor(() => expect(left).toEqual(['/']))
    expect(sent[1]).toEqual({ code: 'c1', confirm: true })
  })
})

describe('who came from elsewhere', () => {
  /** In a browser where somebody else used a password before. */
  const shared = () => {
    setCookie('cardea_marker=alice')
    localStorage.setItem('cardea.loginName', 'alice')
    localStorage.setItem('cardea.token', 'alice')
  }
  /** The server signs in, as its cookies say. */
  const entering = (path: string) =>
    answering(path, () => {
      setCookie('cardea_marker=lin')
      return ok(ANSWER)
    })
  const stored = () => [
    localStorage.getItem('cardea.loginName'),
    localStorage.getItem('cardea.token'),
  ]

  it.each([
    ['by a chat', '/api/sys/loginByTicket', '/LoginTicket?loginType=wecom&code=t1&state=s1'],
    ['by OpenID', '/api/sys/loginByTicket', '/LoginTicket?loginType=sponsor&code=t1&iss=x'],
    ['by a code', '/api/sys/ssoLogin', '/signIn?code=c1'],
  ])('is remembered, and the other tabs hear of it: %s', async (_, path, address) => {
    shared()
    entering(path)
    open(address)
    await waitFor(() => expect(left).toEqual(['/']))
    expect(stored()).toEqual(['lin.wei', 'lin'])
  })

  it('is not taken for whoever was there before, where their name cannot be had', async () => {
    shared()
    server.use(http.get('/api/sys/user/info', () => refused('503', '系统繁忙')))
    entering('/api/sys/ssoLogin')
    open('/signIn?code=c1')
    await waitFor(() => expect(left).toEqual(['/']))
    expect(stored()).toEqual([null, 'lin'])
  })

  it('is offered their own account once the session is over', async () => {
    shared()
    entering('/api/sys/ssoLogin')
    open('/signIn?code=c1')
    await waitFor(() => expect(left).toEqual(['/']))
    cleanup()
    forget()
    server.use(
      http.get('/api/sys/user/info', () => refused('402', '登录已失效')),
      http.get('/api/tenant/combobox', () => ok([])),
    )
    open('/softIndex')
    const dialog = await screen.findByRole('dialog', { name: '超时验证' })
    expect(within(dialog).getByText('lin.wei')).toBeVisible()
    expect(dialog).not.toHaveTextContent('alice')
  })
})

describe('the sign-in page', () => {
  it('offers whom one can sign in with, and keeps where to go on to', async () => {
    const sponsor = { id: 'sponsor', name: '申办方', url: '/api/sys/federation/start/sponsor' }
    server.use(http.get('/api/sys/federation/providers', () => ok([sponsor])))
    open('/signIn/index?returnTo=%2Fdevice')
    const link = await screen.findByRole('link', { name: '使用申办方登录' })
    expect(link).toHaveAttribute('href', '/api/sys/federation/start/sponsor?returnTo=%2Fdevice')
  })
})

describe('the accounts elsewhere', () => {
  const SPONSOR = {
    id: 'i1',
    provider: 'sponsor',
    providerName: '申办方',
    label: 'li.wei@sponsor.example',
    createdAt: '2026-01-05T08:00:00.000Z',
    lastUsedAt: null,
  }
  let linked: (typeof SPONSOR)[]

  beforeEach(() => {
    linked = [SPONSOR]
    setCookie('cardea_marker=m1')
    server.use(
      http.get('/api/sys/user/info', () => ok(lin)),
      http.get('/api/account/identities', () => ok(linked)),
    )
  })

  it('are unlinked after a question', async () => {
    server.use(
      http.delete('/api/account/identities/i1', () => {
        linked = []
        return ok(SPONSOR)
      }),
    )
    const user = open('/account/identities')
    expect(await screen.findByText('申办方')).toBeVisible()
    expect(screen.getByText(/尚未使用/)).toBeVisible()
    expect(screen.getByRole('link', { current: 'page' })).toHaveAttribute(
      'href',
      '/account/identities',
    )
    await user.click(screen.getByRole('button', { name: /^解除关联：申办方/ }))
    await user.click(await screen.findByRole('button', { name: '解除关联' }))
    expect(await screen.findByRole('heading', { name: '没有关联的账号' })).toBeVisible()
  })

  it('stay, and say why, where one cannot be unlinked', async () => {
    setLocale('en')
    server.use(
      http.delete('/api/account/identities/i1', () => refused('404', 'There is no such record')),
    )
    const user = open('/account/identities')
    await user.click(await screen.findByRole('button', { name: /^Unlink 申办方 “/ }))
    await user.click(await screen.findByRole('button', { name: 'Unlink' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such record')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: /^Unlink 申办方 “/ })).toBeVisible()
    expect(await screen.findByText('Operation cancelled')).toBeInTheDocument()
  })
})
