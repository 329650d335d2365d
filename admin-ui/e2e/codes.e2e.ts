import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { fill, reach } from './support/keyboard'
import { sent } from './support/outbox'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signOut, speak } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// Signing in by SMS and a forgotten password, with the codes and links as the server's outbox has them.

const WORDS = {
  zh: {
    bySms: '短信登录',
    phone: '手机号',
    code: '短信验证码',
    send: '获取验证码',
    sent: /验证码已发送/,
    signIn: '登录',
    forgot: '忘记密码',
    recover: '找回密码',
    userName: '用户名',
    next: '下一步',
    newPassword: '新密码',
    again: '确认密码',
    submit: '设置新密码',
    done: '密码已重置，请使用新密码登录',
    password: '密码',
    bySmsCode: '手机验证码',
    email: '邮箱',
    linkSent: /如果该邮箱已绑定账号/,
    dead: /链接无效、已使用或已过期/,
  },
  en: {
    bySms: 'SMS login',
    phone: 'Phone',
    code: 'SMS code',
    send: 'Send code',
    sent: /The code was sent/,
    signIn: 'Sign in',
    forgot: 'Forgot password',
    recover: 'Recover the account',
    userName: 'Username',
    next: 'Next',
    newPassword: 'New password',
    again: 'Confirm new password',
    submit: 'Set the new password',
    done: 'The password was reset; please sign in with the new one',
    password: 'Password',
    bySmsCode: 'By SMS',
    email: 'Email',
    linkSent: /If an account has this address/,
    dead: /This link is not valid any more/,
  },
} as const

/** One account for each language: a phone gets a code a minute. */
const PEOPLE: Record<Locale, { userName: string; phone: string }> = {
  zh: { userName: 'monitor', phone: '13800000003' },
  en: { userName: 'investigator', phone: '13800000004' },
}

const demo = sharedDemo()
const browser = sharedBrowser()

async function open(it: Visit, path: string) {
  await it.page.goto(`${it.origin}${path}`)
  await speak(it)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test.each(LOCALES)('signing in by SMS, in %s', (locale) =>
  visit({ browser, demo, locale, name: `sms-${locale}` }, async (it) => {
    const { page } = it
    const words = WORDS[locale]
    const { phone } = PEOPLE[locale]
    await open(it, '/signIn/index')
    await page.getByRole('tab', { name: words.bySms }).click()
    await expect.poll(() => button(page, words.send).isDisabled()).toBe(true)
    await field(page, words.phone).fill(phone)
    await button(page, words.send).click()
    await page.getByText(words.sent).waitFor()
    await accessible(page)
    const { values, locale: written } = await sent(demo, 'sign-in-code', phone)
    expect(written).toBe(locale)
    await field(page, words.code).fill(values.code ?? '')
    await button(page, words.signIn).click()
    await page.waitForURL('**/softIndex')
    await signOut(it)
  }),
)

test.each(LOCALES)('a forgotten password by phone, in %s', (locale) =>
  visit({ browser, demo, locale, name: `forgot-${locale}` }, async (it) => {
    const { page } = it
    const words = WORDS[locale]
    const { userName, phone } = PEOPLE[locale]
    const password = `Quite9new${locale}`
    await open(it, '/signIn/index')
    await page.getByRole('tab', { name: words.forgot }).click()
    await page.getByRole('link', { name: words.recover }).click()
    await page.waitForURL('**/forget')
    await field(page, words.userName).waitFor()
    await accessible(page)
    await field(page, words.userName).fill(userName)
    await button(page, words.next).click()
    await page.getByText(`*******${phone.slice(-4)}`).waitFor()
    await button(page, words.send).click()
    await page.getByText(words.sent).waitFor()
    const { values } = await sent(demo, 'recovery-code', phone)
    await field(page, words.code).fill(values.code ?? '')
    await field(page, words.newPassword).fill(password)
    await field(page, words.again).fill(password)
    await accessible(page)
    await button(page, words.submit).click()
    await page.getByText(words.done).waitFor()
    await sent(demo, 'password-recovered', `${userName}@demo.example.com`)
    await field(page, words.userName).fill(userName)
    await field(page, words.password).fill(password)
    await button(page, words.signIn).click()
    await page.waitForURL('**/softIndex')
  }),
)

test('a forgotten password by e-mail, by keyboard alone, once', () =>
  visit({ browser, demo, locale: 'zh', name: 'forgot-email' }, async (it) => {
    const { page, origin } = it
    const words = WORDS.zh
    const email = 'tenant.admin@demo.example.com'
    await open(it, '/forget')
    await reach(page, page.getByRole('tab', { name: words.bySmsCode }))
    await page.keyboard.press('ArrowRight')
    await fill(page, field(page, words.email), email)
    await page.keyboard.press('Enter')
    await page.getByText(words.linkSent).waitFor()
    const { values } = await sent(demo, 'recovery-link', email)
    const link = values.link ?? ''
    expect(link.startsWith(`${origin}/forget?key=`)).toBe(true)
    await page.goto(link)
    await page.waitForURL(`${origin}/forget`)
    await fill(page, field(page, words.newPassword), 'Quite9newlink')
    await fill(page, field(page, words.again), 'Quite9newlink')
    await page.keyboard.press('Enter')
    await page.getByText(words.done).waitFor()
    await page.goto(link)
    await page.getByText(words.dead).waitFor()
  }))
