import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  freshBrowser,
  lin,
  ok,
  refused,
  server,
  setCookie,
  surroundings,
} from '../../../test/browser'
import { App } from '../App'

freshBrowser()

const offer = (state: string, message = '') => ({
  id: 'p1',
  tenantName: '仁和',
  softwareName: 'EDC',
  studyNames: 'Lung III',
  siteNames: 'S01',
  roleNames: 'CRA',
  inviterName: 'Ada',
  state,
  message,
  expiresAt: '2026-01-19T08:00:00.000Z',
})

let state: string
let asked: (string | null)[]
let accepted: unknown[]
let opened: number

beforeEach(() => {
  state = 'waiting'
  asked = []
  accepted = []
  opened = 0
  server.use(...surroundings)
  server.use(
    http.get('/api/sys/user/info', () => ok({ ...lin })),
    http.get('/api/sys/user/software', () => {
      opened += 1
      return ok([])
    }),
    http.get('/api/tenant/combobox', () => ok([])),
    http.get('/api/account/preauthorised', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('key'))
      const list = state === 'done' ? [] : [offer(state)]
      if (state === 'accepted') state = 'done'
      return ok({ list, keyed: 'p1', problem: null })
    }),
  )
})

function open(address = '/softIndex?key=k1') {
  history.replaceState(null, '', address)
  setCookie('cardea_marker=m1')
  render(<App />)
  return userEvent.setup({ delay: null })
}

describe('what waits for somebody', () => {
  it('is accepted with the key of its link, and the systems are read again once it is set up', async () => {
    server.use(
      http.post('/api/account/preauthorised/accept', async ({ request }) => {
        accepted.push(await request.json())
        state = 'accepted'
        return ok({ batchId: 'b1' })
      }),
    )
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^接受\s*EDC$/ }))
    await screen.findByText('已接受，正在业务系统中开通…')
    expect(accepted).toEqual([{ id: 'p1', key: 'k1' }])
    await waitFor(() => expect(opened).toBe(2), { timeout: 5000 })
    expect(screen.queryByRole('region', { name: '待接受的授权' })).toBeNull()
    expect(asked[0]).toBe('k1')
    expect(location.search).toBe('')
  })

  it('has the systems read again where it was set up before anybody asked', async () => {
    server.use(
      http.post('/api/account/preauthorised/accept', () => {
        state = 'done'
        return ok({ batchId: 'b1' })
      }),
    )
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^接受\s*EDC$/ }))
    await waitFor(() => expect(opened).toBe(2))
    expect(screen.queryByRole('region', { name: '待接受的授权' })).toBeNull()
  })

  it('says why it is not accepted, and waits on', async () => {
    server.use(
      http.post('/api/account/preauthorised/accept', () => refused('409', '许可用户数已满')),
    )
    const user = open('/softIndex')
    await user.click(await screen.findByRole('button', { name: /^接受\s*EDC$/ }))
    await screen.findByText('许可用户数已满')
    expect(screen.getByRole('button', { name: /^接受\s*EDC$/ })).toBeEnabled()
    expect(asked[0]).toBeNull()
  })

  it('is declined after a question, with the key of its link', async () => {
    const declined: unknown[] = []
    server.use(
      http.post('/api/account/preauthorised/decline', async ({ request }) => {
        declined.push(await request.json())
        state = 'done'
        return ok(offer('declined'))
      }),
    )
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^谢绝\s*EDC$/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '谢绝“EDC”的授权' }))
    dialog.getByText(/“仁和”的管理员会看到您已谢绝/)
    expect(declined).toEqual([])
    await user.click(dialog.getByRole('button', { name: '谢绝' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '待接受的授权' })).toBeNull())
    expect(declined).toEqual([{ id: 'p1', key: 'k1' }])
  })

  it('says that a link is somebody else’s', async () => {
    server.use(
      http.get('/api/account/preauthorised', () =>
        ok({ list: [], keyed: null, problem: '该授权发送给了另一个邮箱' }),
      ),
    )
    open()
    await screen.findByText('该授权发送给了另一个邮箱')
  })
})
