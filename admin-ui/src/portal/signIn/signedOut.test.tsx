import { render, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { freshBrowser, ok, refused, server } from '../../../test/browser'
import { signedOutTicket } from '../../shared/signedOutTicket'
import SignedOut from './SignedOut'

freshBrowser()

const ADDRESS = '/api/account/signed-out'

/** What is answered, turn by turn; the last one stays. */
function answering(...turns: [string, string][][]) {
  const asked: unknown[] = []
  server.use(
    http.post(ADDRESS, async ({ request }) => {
      asked.push(await request.json())
      const now = turns.length > 1 ? turns.shift() : turns[0]
      return ok(now?.map(([name, state]) => ({ clientId: name, name, state })))
    }),
  )
  return asked
}

describe('what became of the systems of a sign-out', () => {
  it('is asked until each has an answer', async () => {
    const asked = answering(
      [
        ['CTMS', 'ending'],
        ['eTMF', 'open'],
      ],
      [
        ['CTMS', 'ended'],
        ['eTMF', 'open'],
      ],
    )
    signedOutTicket.leave('t1')
    render(<SignedOut pause={1} />)
    expect(await screen.findByText('正在退出…')).toBeVisible()
    const region = within(screen.getByRole('region', { name: '您已退出登录' }))
    expect(await region.findByText('已退出')).toBeVisible()
    expect(region.getByText('仍处于打开状态，请在该系统中退出或关闭其页面')).toBeVisible()
    expect(asked).toEqual([{ ticket: 't1' }, { ticket: 't1' }])
  })

  it('says so where one does not confirm, and asks no more', async () => {
    const asked = answering([['CTMS', 'ending']])
    signedOutTicket.leave('t1')
    render(<SignedOut pause={1} />)
    expect(await screen.findByText('尚未确认退出，请关闭其页面')).toBeVisible()
    expect(asked).toHaveLength(20)
  })

  it('is nothing where the ticket is old', async () => {
    let asked = 0
    server.use(
      http.post(ADDRESS, () => {
        asked += 1
        return refused('404', '不存在')
      }),
    )
    signedOutTicket.leave('t2')
    render(<SignedOut pause={1} />)
    await waitFor(() => expect(asked).toBe(1))
    expect(screen.queryByRole('region')).toBeNull()
  })
})
