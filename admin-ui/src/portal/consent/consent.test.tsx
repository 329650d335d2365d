import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
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
import { App } from '../App'
import { type ClientShown, sentences } from './Items'
import { all } from './texts'

freshBrowser()
beforeEach(() => server.use(...surroundings))

const client: ClientShown = {
  clientId: 'calendar',
  name: '日历',
  clientUri: null,
  policyUri: 'https://calendar.example/privacy',
  tosUri: 'javascript:alert(1)',
  isTrialSystem: false,
}
const wish = { client, scopes: ['openid', 'profile'], claims: [], resources: [] }
const question = {
  ...wish,
  scopes: ['offline_access', 'studies.read', 'email', 'openid'],
  resources: ['https://api.example'],
  userName: 'lin.wei',
  fullName: '林伟',
  switchAccount: '/signIn/index?returnTo=%2Foauth2%2Fauthorize%3Fcardea_interaction%3Dagain',
}

type Answer = ReturnType<typeof ok>
/** Bodies of the decisions. */
let decisions: unknown[] = []

function open(
  asked: () => Answer,
  decided: () => Answer = () => ok({ redirect: '/oauth2/authorize?on' }),
) {
  decisions = []
  server.use(
    http.get('/api/account/consent', ({ request }) => {
      expect(new URL(request.url).searchParams.get('interaction')).toBe('sealed+/=')
      return asked()
    }),
    http.post('/api/account/consent', async ({ request }) => {
      decisions.push(await request.json())
      return decided()
    }),
  )
  history.replaceState(null, '', '/consent?interaction=sealed%2B%2F%3D')
  render(<App />)
  return userEvent.setup({ delay: null })
}

describe('the consent page', () => {
  it('says who asks whom for what, in plain words', async () => {
    open(() => ok(question))
    await screen.findByRole('heading', { name: '“日历”请求您的授权' })
    const list = screen.getByRole('list', { name: '请求的内容' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '确认您的身份',
      '您的邮箱地址',
      '以您的身份使用“studies.read”',
      '以您的身份访问 https://api.example',
      '在您离开后继续使用以上权限，直到您撤回',
    ])
    expect(screen.getByText('lin.wei')).toBeVisible()
    expect(screen.getByRole('link', { name: '使用其他账号' })).toHaveAttribute(
      'href',
      question.switchAccount,
    )
    const policy = screen.getByRole('link', { name: '隐私政策' })
    expect(policy).toHaveAttribute('href', 'https://calendar.example/privacy')
    expect(policy).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.queryByRole('link', { name: '服务条款' })).toBeNull()
  })

  it.each([
    ['同意', 'allow'],
    ['拒绝', 'deny'],
  ])('sends %s once and goes where the server says', async (name, decision) => {
    const user = open(() => ok(question))
    const button = await screen.findByRole('button', { name })
    await user.dblClick(button)
    await waitFor(() => expect(left).toEqual(['/oauth2/authorize?on']))
    expect(decisions).toEqual([{ interaction: 'sealed+/=', decision }])
  })

  it('can be answered by keyboard alone, and says no first', async () => {
    const user = open(() => ok(question))
    const deny = await screen.findByRole('button', { name: '拒绝' })
    while (document.activeElement !== deny) await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: '同意' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(decisions).toHaveLength(1))
  })

  it('lets the server go on with a request whose session is gone or another', async () => {
    open(() => refused('402', '登录身份已过期'))
    await waitFor(() =>
      expect(left).toEqual(['/oauth2/authorize?cardea_interaction=sealed%2B%2F%3D']),
    )
  })

  it('follows to where a question of another session goes on', async () => {
    const user = open(
      () => ok(question),
      () => refused('409', '登录状态已变化', { data: { redirect: '/oauth2/authorize?again' } }),
    )
    await user.click(await screen.findByRole('button', { name: '同意' }))
    await waitFor(() => expect(left).toEqual(['/oauth2/authorize?again']))
  })

  it('says when the question is no longer open', async () => {
    const user = open(
      () => ok(question),
      () => refused('404', '该请求已失效'),
    )
    await user.click(await screen.findByRole('button', { name: '拒绝' }))
    await screen.findByRole('heading', { name: '该请求已失效' })
    expect(left).toEqual([])
  })

  it('shows a failure in the page, and tries again', async () => {
    let busy = true
    const user = open(() => {
      if (!busy) return ok(question)
      busy = false
      return refused('503', '系统繁忙')
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('button', { name: '同意' })
  })

  it('speaks English', async () => {
    setLocale('en')
    open(() => ok({ ...question, client: { ...client, name: 'Calendar' } }))
    await screen.findByRole('heading', { name: '“Calendar” asks for your consent' })
    expect(screen.getByRole('button', { name: 'Allow' })).toBeVisible()
  })
})

describe('the sentences', () => {
  it('say each thing once, and what is not known by its name', () => {
    const said = sentences({
      client: { ...client, isTrialSystem: true },
      scopes: ['openid', 'constructor'],
      claims: ['email', 'cardea_studies', 'other'],
      resources: [],
    })
    expect(said).toEqual([
      all.zh['scope.openid'],
      '以您的身份使用“constructor”',
      all.zh.studies,
      all.zh['claim.email'],
      '关于您的信息“other”',
    ])
  })

  it('have the same keys in both languages', () => {
    expect(Object.keys(all.en)).toEqual(Object.keys(all.zh))
  })
})

describe('the list of consents', () => {
  const given = [
    {
      ...wish,
      id: 'c1',
      grantedAt: '2026-03-01T08:00:00.000Z',
      lastUsedAt: '2026-03-02T08:00:00.000Z',
    },
    {
      ...wish,
      id: 'c2',
      client: { ...client, name: 'Archive' },
      grantedAt: '2026-02-01T08:00:00.000Z',
      lastUsedAt: null,
    },
  ]

  function openList(list: object[], withdrawn: () => Answer = () => ok({ revoked: 1 })) {
    const bodies: unknown[] = []
    server.use(
      http.get('/api/sys/user/info', () => ok(lin)),
      http.get('/api/account/consents', () => ok(list as never)),
      http.post('/api/account/consents/withdraw', async ({ request }) => {
        bodies.push(await request.json())
        return withdrawn()
      }),
    )
    history.replaceState(null, '', '/account/consents')
    setCookie('cardea_marker=m1')
    render(<App />)
    return { user: userEvent.setup({ delay: null }), bodies }
  }

  it('is reached from the user menu', async () => {
    server.use(
      http.get('/api/sys/user/software', () => ok([])),
      http.get('/api/tenant/combobox', () => ok([])),
    )
    const { user } = openList(given)
    await user.click(await screen.findByRole('button', { name: '用户菜单：林伟' }))
    await user.click(screen.getByRole('menuitem', { name: '应用授权' }))
    await screen.findByRole('heading', { name: '日历' })
    expect(location.pathname).toBe('/account/consents')
  })

  it('shows what was given, and takes it back after a question', async () => {
    const { user, bodies } = openList(given)
    await screen.findByRole('heading', { name: 'Archive' })
    expect(screen.getAllByText('尚未使用', { exact: false })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '撤回对“日历”的授权' }))
    const dialog = screen.getByRole('dialog')
    expect(bodies).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: '撤回' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '日历' })).toBeNull())
    expect(bodies).toEqual([{ id: 'c1' }])
    // jsdom shows no popovers.
    expect(await screen.findByText('已撤回对“日历”的授权')).toBeInTheDocument()
  })

  it('keeps what could not be withdrawn, and says so', async () => {
    const { user } = openList(given, () => refused('503', '系统繁忙'))
    await user.click(await screen.findByRole('button', { name: '撤回对“日历”的授权' }))
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '撤回' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('系统繁忙')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(screen.getByRole('heading', { name: '日历' })).toBeVisible()
    expect(await screen.findByText('操作已取消')).toBeInTheDocument()
  })

  it('says when there is nothing', async () => {
    openList([])
    await screen.findByRole('heading', { name: '没有应用授权' })
  })
})
