import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, serveList, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/message-templates'

type Template = Schemas['MessageTemplate']

const INVITATION: Template = {
  id: 'email-invitation',
  name: 'Invitation, e-mail',
  version: 2,
  kind: 'email',
  purpose: 'invitation',
  subjectZh: '邀请您加入租户',
  textZh: '{inviter}邀请您：\n\n{link}',
  subjectEn: 'You are invited',
  textEn: '{inviter} invites you:\n\n{link}',
  changed: true,
  values: ['days', 'inviter', 'link', 'tenantName'],
  needed: ['link'],
  updatedAt: '2026-01-02T03:04:05.000Z',
}

const CODE: Template = {
  ...INVITATION,
  id: 'sms-sign-in-code',
  name: 'Sign-in code, SMS',
  kind: 'sms',
  purpose: 'sign-in-code',
  subjectZh: '',
  subjectEn: '',
  textZh: '验证码{code}',
  textEn: '{code} is your code',
  changed: false,
  values: ['code', 'minutes'],
  needed: ['code'],
}

/** What was asked to be previewed. */
const previewed: Schemas['ToPreview'][] = []

beforeEach(() => {
  previewed.length = 0
  serveList(server, PATH, [INVITATION, CODE], (row, { kind }) => !kind || row.kind === kind)
  server.use(
    http.get(`${PATH}/:id`, ({ params }) =>
      HttpResponse.json(params.id === CODE.id ? CODE : INVITATION),
    ),
    http.post(`${PATH}/preview`, async ({ request }) => {
      const asked = (await request.json()) as Schemas['ToPreview']
      previewed.push(asked)
      if (asked.text.includes('{nobody}')) {
        return HttpResponse.json(
          { code: 'invalid', message: 'Invalid', errors: { text: 'braces may hold these alone' } },
          { status: 400 },
        )
      }
      const html = asked.subject ? `<p style="color: red">${asked.text}</p>` : null
      const subject = asked.subject ? `Cardea: ${asked.subject}` : null
      return HttpResponse.json({ subject, text: `[Cardea] ${asked.text}`, html })
    }),
  )
})

describe('message templates', () => {
  it('say what each message says, and which were changed', async () => {
    openConsole('/index/base/messageTemplate')
    const row = (await screen.findByRole('link', { name: 'Invitation, e-mail' })).closest('tr')
    const invitation = within(row as HTMLElement)
    expect(invitation.getByText('You are invited')).toBeDefined()
    expect(invitation.getByText('Changed')).toBeDefined()
    expect(screen.getByText('{code} is your code')).toBeDefined()
    expect(screen.getByText('Standard')).toBeDefined()
  })

  it('are put back after a question', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(`${PATH}/:id/reset`, ({ params }) => {
        asked.push(params.id)
        return HttpResponse.json({ ...INVITATION, changed: false })
      }),
    )
    const { user } = openConsole('/index/base/messageTemplate')
    await user.click(await screen.findByRole('button', { name: 'Actions: Invitation, e-mail' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore the standard text' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('Subject and text go back to the standard in both languages.')
    await user.click(dialog.getByRole('button', { name: 'Restore the standard text' }))
    await screen.findByText('The standard text is back.')
    expect(asked).toEqual(['email-invitation'])
    // What came with the server has nothing to be put back.
    expect(screen.queryByRole('button', { name: 'Actions: Sign-in code, SMS' })).toBeNull()
  })

  it('are changed beside a preview, with values put in by a click', async () => {
    const sent = taking(server, 'put', `${PATH}/:id`, { ...INVITATION, version: 3 })
    const { user } = openConsole('/index/base/messageTemplate/email-invitation')
    const english = within(await screen.findByRole('group', { name: 'English' }))
    await waitFor(() => expect(english.getByText('Cardea: You are invited')).toBeDefined())
    expect(english.getByTitle('Preview, with made-up values').getAttribute('sandbox')).toBe(
      'allow-same-origin',
    )
    const text = english.getByRole<HTMLTextAreaElement>('textbox', { name: /Text \(English\)/ })
    await user.clear(text)
    await user.type(text, 'Dear, open')
    text.setSelectionRange(4, 4)
    await user.click(english.getByRole('button', { name: 'Insert {tenantName}' }))
    expect(text.value).toBe('Dear{tenantName}, open')
    await waitFor(() => expect(previewed.at(-1)?.text).toBe('Dear{tenantName}, open'))
    expect(previewed.at(-1)).toMatchObject({ id: 'email-invitation', locale: 'en' })
    await user.type(text, ' {{nobody}')
    await english.findByText('braces may hold these alone')
    await user.clear(text)
    await user.type(text, '{{link}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          version: 2,
          subjectZh: INVITATION.subjectZh,
          textZh: INVITATION.textZh,
          subjectEn: INVITATION.subjectEn,
          textEn: '{link}',
        },
      ]),
    )
  })

  it('of an SMS have no subject, in Chinese', async () => {
    setLocale('zh')
    openConsole('/index/base/messageTemplate/sms-sign-in-code')
    const chinese = within(await screen.findByRole('group', { name: '中文' }))
    await chinese.findByText('[Cardea] 验证码{code}')
    expect(screen.queryByRole('textbox', { name: /主题/ })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('消息模板')
  })
})
