import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { fill, focusComes, knowLanguage, press, reach, turnTo } from './support/keyboard'
import { sent } from './support/outbox'
import { sharedBrowser, sharedDemo } from './support/shared'
import { LOCALES, type Locale, WORDS } from './support/words'

// Signing in by SMS, a forgotten password and a forgotten user name, with codes and links as the
// server's outbox has them. By keyboard alone: where the focus goes is part of it.

const TEXTS = {
  zh: {
    bySms: '短信登录',
    phone: '手机号',
    code: '短信验证码',
    send: '获取验证码',
    sent: /发送成功/,
    forgot: '忘记密码',
    recover: '找回密码',
    second: '第 2 步，共 2 步',
    newPassword: '新密码',
    again: '确认密码',
    done: '密码已重置，请使用新密码登录',
    byEmail: '邮箱链接',
    email: '邮箱',
    linkSent: /如果该邮箱已绑定账号/,
    dead: '链接无效、已使用或已过期，请重新申请',
    byName: '忘记用户名',
    nameSent: /如果该手机号绑定了唯一的账号/,
  },
  en: {
    bySms: 'SMS login',
    phone: 'Phone',
    code: 'SMS code',
    send: 'Send code',
    sent: /Sent successfully/,
    forgot: 'Forgot password',
    recover: 'Recover the account',
    second: 'Step 2 of 2',
    newPassword: 'New password',
    again: 'Confirm new password',
    done: 'The password was reset; please sign in with the new one',
    byEmail: 'By e-mail',
    email: 'E-mail',
    linkSent: /If an account has this address/,
    dead: 'This link is not valid any more; please ask for another',
    byName: 'Forgotten user name',
    nameSent: /If exactly one account has this phone/,
  },
} as const

/** One account for each language: a phone gets a code a minute. */
const PEOPLE: Record<Locale, { userName: string; phone: string }> = {
  zh: { userName: 'monitor', phone: '13800000003' },
  en: { userName: 'investigator', phone: '13800000004' },
}
/** Whose password is recovered by e-mail. */
const MAILED: Record<Locale, string> = { zh: 'tenant.admin', en: 'admin' }

const demo = sharedDemo()
const browser = sharedBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Opens a page that has nobody's choice of a language to wait for. */
async function open(it: Visit, path: string) {
  await knowLanguage(it)
  await it.page.goto(`${it.origin}${path}`)
}

/** Has a code sent; the focus is then where it is typed. */
async function haveCodeSent({ page, locale }: Visit): Promise<void> {
  const texts = TEXTS[locale]
  await press(page, texts.send)
  await page.getByText(texts.sent).waitFor()
  await focusComes(field(page, texts.code))
  await accessible(page)
}

/** On the sign-in page that comes after something: the name has the focus, unless it is known. */
async function signInAnew({ page, locale }: Visit, user: string, password: string): Promise<void> {
  const [name, secret] = [WORDS[locale].userName, WORDS[locale].password]
  await focusComes(field(page, name))
  await page.keyboard.type(user)
  await page.keyboard.press('Tab')
  await focusComes(field(page, secret))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/signIn'))
}

test.each(LOCALES)('signing in by SMS (%s)', (locale) =>
  visit({ browser, demo, locale, name: `sms-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const { phone } = PEOPLE[locale]
    await open(it, '/signIn/index')
    await focusComes(field(page, WORDS[locale].userName))
    const tab = await turnTo(page, texts.bySms)
    // The form that comes leaves the focus with whoever walks the tabs.
    await field(page, texts.phone).waitFor()
    await accessible(page)
    await focusComes(tab)
    expect(await button(page, texts.send).isDisabled()).toBe(true)
    await page.keyboard.press('Tab')
    await focusComes(field(page, texts.phone))
    await page.keyboard.type(phone)
    await haveCodeSent(it)
    const { values, locale: written } = await sent(demo, 'sign-in-code', phone)
    expect(written).toBe(locale)
    await page.keyboard.type(values.code ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/softIndex')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await accessible(page)
    // A new page begins at its beginning.
    await page.keyboard.press('Tab')
    await focusComes(button(page, WORDS[locale].skip))
  }),
)

test.each(LOCALES)('a forgotten password by phone (%s)', (locale) =>
  visit({ browser, demo, locale, name: `forgot-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const { userName, phone } = PEOPLE[locale]
    const password = `Quite9new${locale}`
    await open(it, '/signIn/index')
    await turnTo(page, texts.forgot)
    await accessible(page)
    await reach(page, page.getByRole('link', { name: texts.recover }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/forget')
    await focusComes(page.getByRole('main'))
    await accessible(page)
    await fill(page, field(page, WORDS[locale].userName), userName)
    await page.keyboard.press('Enter')
    await focusComes(page.getByText(texts.second, { exact: true }))
    await page.getByText(`*******${phone.slice(-4)}`).waitFor()
    await accessible(page)
    await haveCodeSent(it)
    const { values } = await sent(demo, 'recovery-code', phone)
    await page.keyboard.type(values.code ?? '')
    await fill(page, field(page, texts.newPassword), password)
    await fill(page, field(page, texts.again), 'another')
    await page.keyboard.press('Enter')
    await focusComes(field(page, texts.again))
    await accessible(page)
    await fill(page, field(page, texts.again), password)
    await page.keyboard.press('Enter')
    await page.getByText(texts.done).waitFor()
    await sent(demo, 'password-recovered', `${userName}@demo.example.com`)
    await accessible(page)
    await signInAnew(it, userName, password)
  }),
)

test.each(LOCALES)('a forgotten password by e-mail, once (%s)', (locale) =>
  visit({ browser, demo, locale, name: `forgot-email-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const email = `${MAILED[locale]}@demo.example.com`
    const password = `Quite9link${locale}`
    await open(it, '/forget')
    await turnTo(page, texts.byEmail)
    await accessible(page)
    await fill(page, field(page, texts.email), 'nobody')
    await page.keyboard.press('Enter')
    await focusComes(field(page, texts.email))
    await accessible(page)
    await fill(page, field(page, texts.email), email)
    await page.keyboard.press('Enter')
    await page.getByText(texts.linkSent).waitFor()
    await accessible(page)
    const { values, locale: written } = await sent(demo, 'recovery-link', email)
    expect(written).toBe(locale)
    const link = values.link ?? ''
    expect(link.startsWith(`${origin}/forget?key=`)).toBe(true)
    await page.goto(link)
    await page.waitForURL(`${origin}/forget`)
    await fill(page, field(page, texts.newPassword), password)
    await accessible(page)
    await fill(page, field(page, texts.again), password)
    await page.keyboard.press('Enter')
    await page.getByText(texts.done).waitFor()
    await signInAnew(it, MAILED[locale], password)
    await page.goto(link)
    await page.getByText(texts.dead, { exact: true }).waitFor()
    await accessible(page)
  }),
)

test.each(LOCALES)('a forgotten user name, by phone (%s)', (locale) =>
  visit({ browser, demo, locale, name: `forgot-name-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const { userName, phone } = PEOPLE[locale]
    await open(it, '/signIn/getBackPwd')
    await turnTo(page, texts.byName)
    await accessible(page)
    await page.keyboard.press('Tab')
    await focusComes(field(page, texts.phone))
    await page.keyboard.press('Enter')
    await focusComes(field(page, texts.phone))
    await accessible(page)
    await page.keyboard.type(phone)
    await page.keyboard.press('Enter')
    await page.getByText(texts.nameSent).waitFor()
    await accessible(page)
    const { values, locale: written } = await sent(demo, 'user-name', phone)
    expect(values.userName).toBe(userName)
    expect(written).toBe(locale)
  }),
)
