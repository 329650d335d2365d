import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { typePassword } from './support/factors'
import { fill, press, reach } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signOut, speak } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// The captcha that comes after too many wrong passwords, and the browser's own work in its place, with
// as much of it as is asked for everywhere. By keyboard alone.

const TEXTS = {
  zh: {
    captcha: '验证码',
    picture: '图片验证码',
    blank: '验证码不能为空',
    unread: '请输入正确的验证码',
    another: '换一张验证码图片',
    work: '看不清图片？由浏览器自动验证',
    worked: '已由浏览器完成验证，无需输入图片中的字符',
    current: '当前密码',
    next: '新密码',
    again: '确认密码',
    modify: '修改密码',
  },
  en: {
    captcha: 'Captcha',
    picture: 'Picture captcha',
    blank: 'Captcha cannot be empty',
    unread: 'Please enter the correct verification code',
    another: 'Another captcha picture',
    work: 'Cannot read the picture? Let the browser verify',
    worked: 'The browser has verified you; the picture need not be read',
    current: 'Current password',
    next: 'New password',
    again: 'Confirm new password',
    modify: 'Change password',
  },
} satisfies Record<Locale, Record<string, string>>

/** One account a language: wrong passwords are counted by name. */
const USER: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }
/** Wrong passwords after which the next is taken with a captcha only. */
const FREE = 4

const demo = sharedDemo()
const browser = sharedBrowser()

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Types a wrong password into `password` and sends it; until the answer is there. */
async function fail(page: Page, password: Locator, call: string): Promise<void> {
  await fill(page, password, 'Never4Right')
  const answered = page.waitForResponse((each) => each.url().endsWith(call))
  await page.keyboard.press('Enter')
  const { code } = (await (await answered).json()) as { code: string }
  expect(code).toBe('701')
  await page.getByRole('alert').locator('p').first().waitFor()
}

/** Has the browser work in the place of the picture. */
async function work({ page, locale }: Visit): Promise<void> {
  const texts = TEXTS[locale]
  await press(page, texts.work)
  await page.getByText(texts.worked).waitFor()
  expect(await field(page, texts.captcha).count()).toBe(0)
  await accessible(page)
}

test.each(LOCALES)('the picture comes after four wrong passwords (%s)', (locale) =>
  visit({ browser, demo, locale, name: `captcha-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const password = field(page, WORDS[locale].password)
    await page.goto(`${origin}/signIn/index`)
    await speak(it)
    await fill(page, field(page, WORDS[locale].userName), USER[locale])
    const picture = page.getByAltText(texts.picture)
    for (let failure = 1; failure <= FREE; failure += 1) {
      expect(await picture.count()).toBe(0)
      await fail(page, password, '/api/sys/login')
    }
    await picture.waitFor()
    await accessible(page)

    // Nothing is sent without it, and the right password does not help who reads it wrong.
    await fill(page, password, demo.password)
    await page.keyboard.press('Enter')
    await page.getByText(texts.blank).waitFor()
    await fill(page, field(page, texts.captcha), 'zzzz')
    const before = await picture.getAttribute('src')
    await page.keyboard.press('Enter')
    await page.getByText(texts.unread).waitFor()
    await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
    await accessible(page)
    const second = await picture.getAttribute('src')
    await press(page, texts.another)
    await expect.poll(() => picture.getAttribute('src')).not.toBe(second)

    await work(it)
    await reach(page, password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
    await signOut(it)
    await password.waitFor()
    expect(await picture.count(), 'who got in is asked for no picture').toBe(0)
  }),
)

test.each(LOCALES)('whoever changes an expired password meets it too (%s)', async (locale) => {
  await demo.operate(['user', 'expire-password', '--username', USER[locale], '--days', '0'])
  await visit({ browser, demo, locale, name: `captcha-expired-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const next = `Quite9new${locale}`
    await typePassword(it, USER[locale], demo.password)
    await page.waitForURL('**/signIn/modifyPwd*')
    const current = field(page, texts.current)
    await fill(page, field(page, texts.next), next)
    await fill(page, field(page, texts.again), next)
    const picture = page.getByAltText(texts.picture)
    for (let failure = 1; failure <= FREE; failure += 1) {
      expect(await picture.count()).toBe(0)
      await fail(page, current, '/api/sys/user/username/password')
    }
    await picture.waitFor()
    await accessible(page)
    await work(it)
    await fill(page, current, demo.password)
    await press(page, texts.modify)
    await page.waitForURL('**/signIn/index*')
    await typePassword(it, USER[locale], next)
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
  })
})
