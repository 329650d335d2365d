import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, serveList, startConsole } from '../../../testing'

const server = startConsole()

type Sms = Schemas['SmsMessage']
type Email = Schemas['EmailMessage']

const pushed = (id: string) => ({
  id,
  purpose: 'sign-in-code',
  purposeDesc: 'Sign-in code',
  softwareId: null,
  softName: '',
  userId: 'u1',
  tenantId: null,
  isArrive: 0,
  arriveDesc: 'Accepted by the gateway',
  state: 'sent',
  sendCount: 1,
  maxSendCount: 110,
  resends: 0,
  lastError: null,
  resend: 'secret' as const,
  nextAttemptAt: null,
  givesUpAt: '2026-01-02T03:09:05.000Z',
  createTime: '2026-01-02T03:04:05.000Z',
  sentAt: '2026-01-02T03:04:06.000Z',
})

const FAILED = {
  isArrive: 1,
  arriveDesc: 'Not delivered',
  state: 'failed',
  lastError: 'refused' as const,
  resend: 'possible' as const,
  sentAt: null,
}

const SMS: Sms[] = [
  { ...pushed('a'), phone: '13800138000' },
  { ...pushed('b'), ...FAILED, phone: '13700137000', purpose: 'password-set' },
  { ...pushed('c'), ...FAILED, phone: '13600136000', softName: 'EDC', softwareId: 'edc' },
]

const EMAILS: Email[] = [
  { ...pushed('d'), to: 'alice@example.org', subject: 'You are invited', purpose: 'invitation' },
  { ...pushed('e'), ...FAILED, to: 'bob@example.org', subject: 'Your password was set' },
]

const serve = (rows = SMS) =>
  serveList(
    server,
    '/api/admin/sms-messages',
    rows,
    (row, { state }) => !state || row.state === state,
  )

const rowOf = async (name: string) => {
  const cell = await screen.findByRole('cell', { name })
  return within(cell.closest('tr') as HTMLElement)
}

/** Answers what was asked to be sent again. */
function takeResends(log: string, answer: Schemas['Resent']) {
  const asked: unknown[] = []
  server.use(
    http.post(`/api/admin/${log}/resend`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(answer)
    }),
  )
  return asked
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 'edc', softwareName: 'EDC' }]),
    ),
  )
})

describe('the SMS log', () => {
  it('says to whom, what for, and what became of it', async () => {
    const { asked } = serve()
    openConsole('/index/base/sms')
    const sent = await rowOf('13800138000')
    expect(sent.getByText('Accepted by the gateway')).toBeDefined()
    expect(sent.getByText('Sign-in code')).toBeDefined()
    expect(sent.getByText('Account centre')).toBeDefined()
    expect(sent.getByText('1 / 110')).toBeDefined()
    const failed = await rowOf('13600136000')
    expect(failed.getByText('Not delivered')).toBeDefined()
    expect(failed.getByText('The gateway refused it')).toBeDefined()
    expect(failed.getByText('EDC')).toBeDefined()
    expect(asked[0]).toEqual({ sort: '["createTime","DESC"]', filter: {} })
  })

  it('shows what a message said and what its gateway answered, in a frame that may do nothing', async () => {
    serve()
    server.use(
      http.get('/api/admin/sms-messages/:id/log', ({ params }) =>
        HttpResponse.json({
          id: String(params.id),
          subject: '',
          text: '•••••• is your sign-in code.',
          attempts: [
            {
              number: 2,
              at: '2026-01-02T03:04:06.000Z',
              trouble: null,
              sendResult: '<b>fine</b><script>parent.broken = true</script>',
            },
            {
              number: 1,
              at: '2026-01-02T03:04:05.000Z',
              trouble: 'later',
              sendResult: 'HTTP 503\n\na < b',
            },
          ],
        } satisfies Schemas['MessageLog']),
      ),
    )
    const { user } = openConsole('/index/base/sms')
    const row = await rowOf('13800138000')
    await user.click(row.getByRole('button', { name: 'Actions: 13800138000' }))
    // What was sent with a code cannot be sent again.
    expect(screen.queryByRole('menuitem', { name: 'Send again' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Log' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Log: 13800138000' }))
    expect(await dialog.findByText('•••••• is your sign-in code.')).toBeDefined()
    expect(dialog.getByText('The gateway could not take it at that moment')).toBeDefined()
    const frame = dialog.getByTitle<HTMLIFrameElement>('Answer to attempt 2')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.srcdoc).toMatch(
      /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'">/,
    )
    expect('broken' in window).toBe(false)
    const text = dialog.getByTitle<HTMLIFrameElement>('Answer to attempt 1')
    expect(text.srcdoc).toContain('<pre>HTTP 503\n\na &lt; b</pre>')
  })

  it('sends one again', async () => {
    serve()
    const asked = takeResends('sms-messages', { queued: 1, refused: [] })
    const { user } = openConsole('/index/base/sms')
    const row = await rowOf('13700137000')
    await user.click(row.getByRole('button', { name: 'Actions: 13700137000' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await screen.findByText('1 message is sent again now.')
    expect(asked).toEqual([{ ids: ['b'] }])
  })

  it('sends those again that are selected, and says why one is not', async () => {
    serve()
    const asked = takeResends('sms-messages', {
      queued: 1,
      refused: [{ id: 'c', reason: 'it is being sent' }],
    })
    const { user } = openConsole('/index/base/sms')
    const sent = await rowOf('13800138000')
    expect(sent.queryByRole('checkbox'), 'its code is not kept').toBeNull()
    for (const phone of ['13700137000', '13600136000']) {
      await user.click((await rowOf(phone)).getByRole('checkbox'))
    }
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    await screen.findByText('1 sent again. The others not: it is being sent')
    expect(asked).toEqual([{ ids: ['b', 'c'] }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull())
  })

  it('speaks Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole('/index/base/sms')
    const failed = await rowOf('13600136000')
    expect(failed.getByText('网关拒绝')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('短信记录')
  })

  it('says how far a search looks, and what it is while there is nothing', async () => {
    const { asked } = serve([])
    const { user, router } = openConsole('/index/base/sms?filter={"q":"138"}')
    await screen.findByText(/newest 10,000/)
    await user.click(await screen.findByRole('button', { name: /clear/i }))
    await screen.findByRole('heading', { name: 'No SMS yet' })
    expect(router.state.location.search).not.toContain('138')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: {} }))
  })
})

describe('the e-mail log', () => {
  it('has subjects, and is narrowed by the state that the home page asks for', async () => {
    const { asked } = serveList(
      server,
      '/api/admin/email-messages',
      EMAILS,
      (row, { state }) => !state || row.state === state,
    )
    openConsole('/index/base/email?filter={"state":"failed"}')
    const failed = await rowOf('bob@example.org')
    expect(failed.getByText('Your password was set')).toBeDefined()
    expect(screen.queryByText('alice@example.org')).toBeNull()
    expect(asked[0]).toMatchObject({ filter: { state: 'failed' } })
    for (const name of ['Recipient', 'Subject', 'From', 'To']) {
      expect(screen.getAllByRole('textbox', { name }).length).toBe(1)
    }
  })

  it('sends one again', async () => {
    serveList(server, '/api/admin/email-messages', EMAILS, () => true)
    const asked = takeResends('email-messages', {
      queued: 0,
      refused: [{ id: 'e', reason: 'it is out of date' }],
    })
    const { user } = openConsole('/index/base/email')
    const row = await rowOf('bob@example.org')
    await user.click(row.getByRole('button', { name: 'Actions: bob@example.org' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await screen.findByText('it is out of date')
    expect(asked).toEqual([{ ids: ['e'] }])
  })
})
