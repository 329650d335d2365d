import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshBrowser, ok, refused, server, setCookie, surroundings } from '../../../test/browser'
import { setLocale } from '../../shared/i18n'
import { App } from '../App'
import css from './device.module.css'
import { all } from './texts'

freshBrowser()
beforeEach(() => server.use(...surroundings))

const question = {
  client: {
    clientId: 'tablet',
    name: '监查平板',
    clientUri: null,
    policyUri: null,
    tosUri: null,
    isTrialSystem: false,
  },
  scopes: ['openid', 'email'],
  claims: [],
  resources: [],
  userName: 'lin.wei',
  fullName: '林伟',
}

type Answer = ReturnType<typeof ok>
let asked: unknown[] = []
let decided: unknown[] = []

function open(
  address: string,
  found: () => Answer = () => ok(question),
  answer: (approve: boolean) => Answer = (approved) => ok({ approved }),
) {
  asked = []
  decided = []
  server.use(
    http.post('/api/account/device', async ({ request }) => {
      asked.push(await request.json())
      return found()
    }),
    http.post('/api/account/device/decision', async ({ request }) => {
      const body = (await request.json()) as { approve: boolean }
      decided.push(body)
      return answer(body.approve)
    }),
  )
  history.replaceState(null, '', address)
  render(<App />)
  return userEvent.setup({ delay: null })
}

const signedIn = () => setCookie('cardea_marker=m1')

describe('the page for devices', () => {
  it('asks for a sign-in first, and comes back with the code', async () => {
    open('/device?user_code=BCDF-GHJK')
    await waitFor(() => expect(location.pathname).toBe('/signIn/index'))
    expect(new URLSearchParams(location.search).get('returnTo')).toBe('/device?user_code=BCDF-GHJK')
    expect(asked).toEqual([])
  })

  it('grants nothing by its address: the code is there, the person goes on', async () => {
    signedIn()
    const user = open('/device?user_code=BCDF-GHJK')
    const field = await screen.findByLabelText('代码')
    expect(field).toHaveValue('BCDF-GHJK')
    expect(field.className.split(' ')).toContain(css.code)
    expect(asked).toEqual([])
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await screen.findByRole('heading', { name: '允许“监查平板”在设备上登录？' })
    expect(asked).toEqual([{ userCode: 'BCDF-GHJK' }])
    expect(decided).toEqual([])
    expect(screen.getByText('BCDF-GHJK')).toBeVisible()
    expect(screen.getByText('林伟')).toBeVisible()
    const wanted = within(screen.getByRole('list', { name: '请求的内容' })).getAllByRole('listitem')
    expect(wanted.map((item) => item.textContent)).toEqual([
      '确认您的身份',
      '您的邮箱地址',
    ])
  })

  it.each([
    ['允许', true, '设备已登录'],
    ['拒绝', false, '已拒绝'],
  ] as const)('%s', async (button, approve, title) => {
    signedIn()
    const user = open('/device')
    await user.type(await screen.findByLabelText('代码'), 'bcdf ghjk{Enter}')
    await user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(decided).toEqual([{ userCode: 'bcdf ghjk', approve }])
  })

  it('says at the field what is wrong with a code', async () => {
    signedIn()
    const user = open('/device', () => refused('404', '代码不正确或已过期'))
    const field = await screen.findByLabelText('代码')
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription('请输入代码'))
    expect(asked).toEqual([])
    await user.type(field, 'xxxx')
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription('代码不正确或已过期'))
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('leads back to the field when the time is over meanwhile', async () => {
    signedIn()
    const user = open('/device', undefined, () => refused('404', '已过期'))
    await user.type(await screen.findByLabelText('代码'), 'BCDFGHJK{Enter}')
    await user.click(await screen.findByRole('button', { name: '允许' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('已过期'))
    await user.click(screen.getByRole('button', { name: '输入其他代码' }))
    expect(await screen.findByLabelText('代码')).toBeVisible()
  })

  it('speaks English', async () => {
    signedIn()
    setLocale('en')
    open('/device')
    expect(
      await screen.findByRole('heading', { name: 'Enter the code on your device' }),
    ).toBeVisible()
  })

  it('has each text in both languages', () => {
    expect(Object.keys(all.zh)).toEqual(Object.keys(all.en))
  })
})
