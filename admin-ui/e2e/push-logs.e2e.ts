import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// What became of messages: a gateway refuses a code, an administrator sees why and sends it again, and neither list
// nor log shows the code.

const TEXTS = {
  zh: {
    bySms: '短信登录',
    phone: '手机号',
    send: '获取验证码',
    sent: /发送成功/,
    acts: '操作：',
    log: '日志',
    refused: '网关拒绝',
    unsent: '未送达',
    accepted: '已送达网关',
    masked: '验证码和链接已隐藏。',
    attempt: (number: number) => `第 ${number} 次发送的应答`,
    resend: '重新发送',
    resent: '正在重新发送 1 条。',
    close: '关闭',
    byEmail: '邮箱链接',
    email: '邮箱',
    linkSent: /如果该邮箱已绑定账号/,
    unreachable: '无法连接网关',
    subject: '设置新密码',
    subjectField: '主题',
  },
  en: {
    bySms: 'SMS login',
    phone: 'Phone',
    send: 'Send code',
    sent: /Sent successfully/,
    acts: 'Actions: ',
    log: 'Log',
    refused: 'The gateway refused it',
    unsent: 'Not delivered',
    accepted: 'Accepted by the gateway',
    masked: 'Codes and links are masked.',
    attempt: (number: number) => `Answer to attempt ${number}`,
    resend: 'Send again',
    resent: '1 message is sent again now.',
    close: 'Close',
    byEmail: 'By e-mail',
    email: 'E-mail',
    linkSent: /If an account has this address/,
    unreachable: 'The gateway could not be reached',
    subject: 'Set a new password',
    subjectField: 'Subject',
  },
} as const satisfies Record<Locale, object>

const PHONES: Record<Locale, string> = { zh: '13800000003', en: '13800000004' }

/** Whose password is recovered by e-mail. */
const MAILBOXES: Record<Locale, string> = {
  zh: 'tenant.admin@demo.example.com',
  en: 'admin@demo.example.com',
}

/** What the gateway got, by phone. It refuses the first message to each, with a page of its own. */
const taken = new Map<string, string[]>()
let gateway: Server

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += String(part)
    })
    request.on('end', () => {
      const { to, code } = JSON.parse(body) as { to: string; code: string }
      const before = taken.get(to) ?? []
      taken.set(to, [...before, code])
      response.statusCode = before.length === 0 ? 400 : 200
      response.setHeader('content-type', 'text/html')
      response.end(
        `<h1>Gateway</h1><script>top.location = '/evil'</script><p>No ${code} to ${to}</p>`,
      )
    })
  })
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
})
afterAll(() => gateway?.close())

const demo = sharedDemo(() => ({
  settings: {
    CARDEA_NOTIFY__CHANNEL: 'live',
    CARDEA_NOTIFY__SMS__URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
    CARDEA_NOTIFY__SMS__BODY: '{"to":"{to}","code":"{code}"}',
    // Nobody listens there.
    CARDEA_NOTIFY__EMAIL__HOST: '127.0.0.1',
    CARDEA_NOTIFY__EMAIL__PORT: '9',
    CARDEA_NOTIFY__EMAIL__TLS: 'none',
    CARDEA_NOTIFY__EMAIL__FROM: 'noreply@example.org',
  },
}))
const browser = sharedBrowser()

/** The row of whoever a message went to. */
const rowOf = (page: Page, to: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: to, exact: true }) })

test.each(LOCALES)(
  'a code that a gateway refused is seen, understood and sent again, in %s',
  (locale) =>
    visit(
      { browser, demo, locale, name: `push-logs-${locale}`, expected: [/sandbox/] },
      async (it) => {
        const { page, origin } = it
        const [texts, phone] = [TEXTS[locale], PHONES[locale]]
        await page.goto(`${origin}/signIn/index`)
        await page.getByRole('tab', { name: texts.bySms }).click()
        await page.getByLabel(texts.phone, { exact: true }).fill(phone)
        await page.getByRole('button', { name: texts.send, exact: true }).click()
        await page.getByText(texts.sent).waitFor()
        await expect.poll(() => taken.get(phone)?.length ?? 0, { timeout: 30_000 }).toBe(1)
        const [code = ''] = taken.get(phone) ?? []
        expect(code).toMatch(/^\d{6}$/)

        await signIn(it, 'admin', demo.password)
        await openScreen(it, 'base/sms')
        const row = rowOf(page, phone)
        await row.getByText(texts.unsent).waitFor()
        await row.getByText(texts.refused).waitFor()
        await accessible(page)
        await it.picture('list')
        const menu = row.getByRole('button', { name: `${texts.acts}${phone}` })
        const dialog = page.getByRole('dialog')
        const readLog = async () => {
          await menu.click()
          await page.getByRole('menuitem', { name: texts.log, exact: true }).click()
          await dialog.getByText(texts.masked).waitFor()
        }
        await readLog()
        const answer = page.frameLocator(`iframe[title="${texts.attempt(1)}"]`)
        await answer.getByRole('heading', { name: 'Gateway' }).waitFor()
        await answer.getByText(`No •••••• to ${phone}`).waitFor()
        expect(await dialog.textContent()).not.toContain(code)
        expect(new URL(page.url()).pathname).toContain('/base/sms')
        await accessible(page)
        await it.picture('log')
        await dialog.getByRole('button', { name: texts.close }).click()

        await row.getByRole('checkbox').check()
        await it.picture('selected')
        await page.getByRole('button', { name: texts.resend, exact: true }).click()
        await page.getByText(texts.resent).waitFor()
        await row.getByText(texts.accepted).waitFor()
        expect(taken.get(phone)).toEqual([code, code])
        // Its code is not kept: it cannot be sent a third time.
        await expect.poll(() => row.getByRole('checkbox').count()).toBe(0)
        await readLog()
        await dialog.locator(`iframe[title="${texts.attempt(2)}"]`).waitFor()
        await dialog.getByRole('button', { name: texts.close }).click()
      },
    ),
)

test.each(LOCALES)(
  'an e-mail whose server cannot be reached is seen with its subject, in %s',
  (locale) =>
    visit({ browser, demo, locale, name: `push-logs-email-${locale}` }, async (it) => {
      const { page, origin } = it
      const texts = TEXTS[locale]
      await page.goto(`${origin}/forget`)
      await page.getByRole('tab', { name: texts.byEmail }).click()
      await page.getByLabel(texts.email, { exact: true }).fill(MAILBOXES[locale])
      await page.keyboard.press('Enter')
      await page.getByText(texts.linkSent).waitFor()
      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'base/email')
      const row = rowOf(page, MAILBOXES[locale])
      await row.getByText(texts.unreachable).waitFor()
      await row.getByText(texts.subject).waitFor()
      // It goes on by itself: there is nothing to send again yet.
      expect(await row.getByRole('checkbox').count()).toBe(0)
      await page.getByRole('textbox', { name: texts.subjectField }).fill(texts.subject.slice(1, 4))
      await page.getByText('10,000').waitFor()
      await row.getByText(texts.subject).waitFor()
      await accessible(page)
      await it.picture('email')
    }),
)
