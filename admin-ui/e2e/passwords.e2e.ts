import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { typePassword } from './support/factors'
import { fill, press, reach } from './support/keyboard'
import { newUser } from './support/newUser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signInAtPage, signOut, speak } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Passwords that somebody else chose, and those that end; and what the portal remembers in the
// browser where it is to be encrypted. By keyboard alone.

const FIRST = 'Chosen4Them'
const NEXT = 'TheirOwn4Now'
const LAST = 'TheirOwn5Then'
/** One account a language. */
const USER: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }

const TEXTS = {
  zh: {
    current: '当前密码',
    next: '新密码',
    again: '确认密码',
    ok: '确定',
    modify: '修改密码',
    soon: '您的密码将在 3 天后过期，请及时修改。',
    later: '稍后修改',
  },
  en: {
    current: 'Current password',
    next: 'New password',
    again: 'Confirm new password',
    ok: 'OK',
    modify: 'Change password',
    soon: 'Your password expires in 3 days. Please change it in time.',
    later: 'Do it later',
  },
} satisfies Record<Locale, Record<string, string>>

const demo = sharedDemo()
const sealed = sharedDemo({ settings: { CARDEA_BROWSER__ENCRYPT_VALUES: 'true' } })
const browser = sharedBrowser()

/** Fills in the form of a new password and sends it; the present one where it is asked for. */
async function change(
  { page, locale }: Visit,
  [current, next]: [string | null, string],
  send: string,
) {
  const words = TEXTS[locale]
  if (current) await fill(page, page.getByLabel(words.current, { exact: true }), current)
  await fill(page, page.getByLabel(words.next, { exact: true }), next)
  await fill(page, page.getByLabel(words.again, { exact: true }), next)
  await press(page, send)
}

test.each(LOCALES)('a password that somebody else chose is replaced first (%s)', async (locale) => {
  const name = `newcomer-${locale}`
  await newUser(demo, name, FIRST)
  await visit({ browser, demo, locale, name: `forced-${locale}` }, async (at) => {
    const { page, picture } = at
    await typePassword(at, name, FIRST)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(TEXTS[locale].next, { exact: true }).waitFor()
    await accessible(page)
    await picture('forced-password')
    await change(at, [null, NEXT], TEXTS[locale].ok)
    await page.waitForURL('**/signIn/index*')
    await dialog.waitFor({ state: 'detached' })
    await typePassword(at, name, NEXT)
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
  })
})

/** On the sign-in page as it is, wherever it goes on to. */
async function enter({ page, locale }: Visit, user: string, password: string): Promise<void> {
  await fill(page, page.getByLabel(WORDS[locale].userName, { exact: true }), user)
  await fill(page, page.getByLabel(WORDS[locale].password, { exact: true }), password)
  await page.keyboard.press('Enter')
}

test.each(LOCALES)('whoever changes a password goes on where they were (%s)', async (locale) => {
  const name = `reader-${locale}`
  await newUser(demo, name, FIRST)
  await visit({ browser, demo, locale, name: `password-onward-${locale}` }, async (at) => {
    const { page, origin } = at
    const arrived = () => page.waitForURL(`${origin}/helpCommon`)
    const back = () => page.waitForURL(`${origin}/signIn/index?returnTo=%2FhelpCommon`)
    const dialog = page.getByRole('dialog')
    await page.goto(`${origin}/helpCommon`)
    await back()
    await speak(at)

    // Somebody else chose it: it is replaced on the way.
    await enter(at, name, FIRST)
    await dialog.getByLabel(TEXTS[locale].next, { exact: true }).waitFor()
    await change(at, [null, NEXT], TEXTS[locale].ok)
    await back()
    await dialog.waitFor({ state: 'detached' })
    await enter(at, name, NEXT)
    await arrived()

    // They choose another themselves, from the page that they read.
    await reach(page, page.getByRole('button', { name: WORDS[locale].userMenuOf }))
    // The second entry: personal information comes first.
    for (const key of ['Enter', 'Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: TEXTS[locale].modify, exact: true }).waitFor()
    await dialog.getByLabel(TEXTS[locale].next, { exact: true }).waitFor()
    await accessible(page)
    await change(at, [NEXT, LAST], TEXTS[locale].ok)
    await back()
    await dialog.waitFor({ state: 'detached' })
    await enter(at, name, LAST)
    await arrived()
  })
})

/** The operator lets a password of the demonstration end in so many days. */
const expire = (user: string, days: number) =>
  demo.operate(['user', 'expire-password', '--username', user, '--days', String(days)])

test.each(LOCALES)('a password that ends is reminded of, then replaced (%s)', async (locale) => {
  const words = TEXTS[locale]
  await visit({ browser, demo, locale, name: `modify-${locale}` }, async (at) => {
    const { page, picture } = at
    await expire(USER[locale], 3)
    await typePassword(at, USER[locale], demo.password)
    const reminder = page.getByRole('dialog')
    await reminder.getByText(words.soon).waitFor()
    await accessible(page)
    await picture('password-reminder')
    await press(page, words.later)
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
    await signOut(at)

    await expire(USER[locale], 0)
    await typePassword(at, USER[locale], demo.password)
    await page.waitForURL('**/signIn/modifyPwd*')
    await page.getByLabel(words.current, { exact: true }).waitFor()
    await accessible(page)
    await picture('modify-password')
    await change(at, [demo.password, NEXT], words.modify)
    await page.waitForURL('**/signIn/index*')
    await typePassword(at, USER[locale], NEXT)
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
  })
})

test.each(LOCALES)('a login name is remembered encrypted (%s)', async (locale) => {
  await visit({ browser, demo: sealed, locale, name: `sealed-${locale}` }, async (at) => {
    const { page } = at
    const user = USER[locale]
    await signInAtPage(at, user, sealed.password)
    await signOut(at)
    const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(await stored()).not.toContain(user)
    await page.reload()
    const field = page.getByLabel(WORDS[locale].userName, { exact: true })
    await expect.poll(() => field.inputValue()).toBe(user)
    expect(await stored()).not.toContain(user)
    await page.getByLabel(WORDS[locale].password, { exact: true }).fill(sealed.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
  })
})
