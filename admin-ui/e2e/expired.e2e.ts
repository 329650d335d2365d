import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { fill, focusComes, press, reach } from './support/keyboard'
import { sent } from './support/outbox'
import { sharedBrowser, sharedDemo } from './support/shared'
import { loseSession, signIn, signInAtPage, signOut } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Sessions that end while a page is open: here, in another tab, or by themselves.

const TEXTS = {
  zh: {
    over: '超时验证',
    bySms: '使用短信验证码',
    phone: '手机号',
    code: '短信验证码',
    send: '获取验证码',
    nobody: /本页不知道之前登录的账号/,
    anew: '重新登录',
    sessions: '会话与设备',
    signIns: '登录记录',
    current: '当前会话',
  },
  en: {
    over: 'Timeout verification',
    bySms: 'Use a code by SMS',
    phone: 'Phone',
    code: 'SMS code',
    send: 'Send code',
    nobody: /does not know whose account/,
    anew: 'Sign in again',
    sessions: 'Sessions and devices',
    signIns: 'Sign-in history',
    current: 'This session',
  },
} as const

/** One account for each language: a phone gets a code a minute. */
const PEOPLE: Record<Locale, { userName: string; phone: string }> = {
  zh: { userName: 'monitor', phone: '13800000003' },
  en: { userName: 'investigator', phone: '13800000004' },
}

const demo = sharedDemo()
const browser = sharedBrowser()

const modal = (page: Page, locale: Locale) =>
  page.getByRole('dialog', { name: TEXTS[locale].over, exact: true })

/** Follows a link of the account's pages without loading anything anew, by keyboard. */
async function turnTo({ page, locale }: Visit, name: 'sessions' | 'signIns'): Promise<void> {
  await reach(page, page.getByRole('link', { name: TEXTS[locale][name], exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/account/${name}`)
}

test.each(LOCALES)('who signs out in one tab is out in the other (%s)', (locale) =>
  visit({ browser, demo, locale, name: `tabs-${locale}` }, async (it) => {
    const { context, origin } = it
    await signIn(it, PEOPLE[locale].userName, demo.password)
    const other = await context.newPage()
    await other.goto(`${origin}/account/sessions`)
    await other.getByText(TEXTS[locale].current).waitFor()
    await signOut(it)
    await other.waitForURL('**/signIn/index*')
    await other.getByLabel(WORDS[locale].password, { exact: true }).waitFor()
    expect(await other.getByRole('dialog').count()).toBe(0)
  }),
)

test.each(LOCALES)('a session that is over is renewed, by keyboard alone (%s)', (locale) =>
  visit({ browser, demo, locale, name: `expired-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const { userName, phone } = PEOPLE[locale]
    const dialog = modal(page, locale)
    await signIn(it, userName, demo.password)
    await page.goto(`${origin}/account/sessions`)
    await page.getByText(texts.current).waitFor()

    await loseSession(it)
    await turnTo(it, 'signIns')
    const password = dialog.getByLabel(WORDS[locale].password, { exact: true })
    await password.waitFor()
    expect(await dialog.textContent()).toContain(userName)
    const focused = () => password.evaluate((element) => element === document.activeElement)
    await expect.poll(focused).toBe(true)
    for (const _ of ['asked', 'closed without asking']) await page.keyboard.press('Escape')
    expect(await dialog.isVisible(), 'it cannot be dismissed').toBe(true)
    await accessibleInBoth(page)
    await fill(page, password, demo.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // What failed went on: the page is where it was, with what it asked for.
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/signIns')

    await loseSession(it)
    await turnTo(it, 'sessions')
    await dialog.waitFor()
    await press(page, texts.bySms)
    await fill(page, dialog.getByLabel(texts.phone, { exact: true }), phone)
    await press(page, texts.send)
    const { values } = await sent(demo, 'sign-in-code', phone)
    await focusComes(dialog.getByLabel(texts.code, { exact: true }))
    await accessibleInBoth(page)
    await page.keyboard.type(values.code ?? '')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(texts.current).waitFor()
  }),
)

test.each(LOCALES)('a page that knows no user says so, and is come back to (%s)', (locale) =>
  visit({ browser, demo, locale, name: `expired-nobody-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    await signInAtPage(it, PEOPLE[locale].userName, demo.password)
    await page.goto(`${origin}/account/sessions`)
    await page.getByText(texts.current).waitFor()
    await loseSession(it)
    await page.goto(`${origin}/account/signIns`)
    await modal(page, locale).getByText(texts.nobody).waitFor()
    await accessibleInBoth(page)
    await press(page, texts.anew)
    await page.waitForURL('**/signIn/index*')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/account/signIns')
    await page.getByLabel(WORDS[locale].password, { exact: true }).fill(demo.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account/signIns')
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
  }),
)

/** Signs in beside the page: its cookies are the browser's, and no tab hears of it. */
async function enterUnheard({ context, origin }: Visit, userName: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/sys/login`, {
    data: { userName, password: demo.password },
    headers: { Origin: origin, 'X-Requested-With': 'cardea' },
  })
  expect(await answer.json()).toMatchObject({ code: '200' })
}

test('the modal is the page’s own, whoever signed in elsewhere since', () =>
  visit({ browser, demo, locale: 'en', name: 'expired-own' }, async (it) => {
    const { page, origin } = it
    await signIn(it, PEOPLE.en.userName, demo.password)
    await page.goto(`${origin}/account/sessions`)
    await page.getByText(TEXTS.en.current).waitFor()
    await page.evaluate(() => localStorage.setItem('cardea.loginName', 'admin'))
    await loseSession(it)
    await turnTo(it, 'signIns')
    const said = await modal(page, 'en').textContent()
    expect(said).toContain(PEOPLE.en.userName)
    expect(said).not.toContain('admin')
  }))

test('a page does not go on with the session of somebody else', () =>
  visit({ browser, demo, locale: 'en', name: 'expired-other' }, async (it) => {
    const { page, origin } = it
    await signIn(it, PEOPLE.en.userName, demo.password)
    await page.goto(`${origin}/account/sessions`)
    await page.getByText(TEXTS.en.current).waitFor()
    await enterUnheard(it, 'tenant.admin')
    const anew = page.waitForEvent('load')
    await turnTo(it, 'signIns')
    await anew
    // Drawn anew, as whose it is now.
    const menu = page.getByRole('button', { name: WORDS.en.userMenuOf })
    const mine = await menu.getAttribute('aria-label')
    const answer = await page.evaluate(async () => (await fetch('/api/sys/user/info')).json())
    expect(answer.data.userName).toBe('tenant.admin')
    expect(mine).toContain(answer.data.fullName)
  }))
