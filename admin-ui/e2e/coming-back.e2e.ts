import { expect, test } from 'vitest'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signInAtPage } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Going on to what was asked for, the language of a browser that chose none, and what a page asks by
// itself.

const demo = sharedDemo()
const browser = sharedBrowser()

const SEES: Record<Locale, { heading: string; refused: string }> = {
  zh: { heading: '登录您的账号', refused: '无法继续登录' },
  en: { heading: 'Sign in to your account', refused: 'This sign-in cannot go on' },
}

test.each([
  '/account/sessions',
  '/tenantListEDC?x=1',
  '/index/systemManger/user?page=1&perPage=20',
])('whoever signs in goes on to %s', (address) =>
  visit({ browser, demo, locale: 'en', name: 'coming-back' }, async (it) => {
    const { page, origin } = it
    await page.goto(origin + address)
    await page.waitForURL('**/signIn/index?returnTo=*')
    await page.getByLabel(WORDS.en.userName, { exact: true }).fill('admin')
    await page.getByLabel(WORDS.en.password, { exact: true }).fill(demo.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
    const { pathname, search } = new URL(page.url())
    expect(`${pathname}${search}`).toContain(address.split('&')[0])
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }),
)

test.each([
  '//evil.example/',
  '/\\evil.example/',
  'https://evil.example/',
  '/index/..//evil.example',
])('nobody is led to %s', (address) =>
  visit({ browser, demo, locale: 'en', name: 'coming-back-elsewhere' }, async (it) => {
    const { page, origin } = it
    await page.goto(`${origin}/signIn/index?returnTo=${encodeURIComponent(address)}`)
    await page.getByLabel(WORDS.en.userName, { exact: true }).fill('admin')
    await page.getByLabel(WORDS.en.password, { exact: true }).fill(demo.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/index`)
  }),
)

test.each(LOCALES)('a browser that chose no language is met in its own (%s)', (locale) =>
  visit({ browser, demo, locale, name: `language-${locale}`, expected: [/400/] }, async (it) => {
    const { page, origin, context } = it
    const { heading, refused } = SEES[locale]
    await page.goto(`${origin}/signIn/index`)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.goto(`${origin}/oauth2/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: refused }).waitFor()
    // What is chosen at the portal holds on the server's own pages.
    const other = locale === 'zh' ? 'en' : 'zh'
    await page.goto(`${origin}/signIn/index`)
    await page.getByRole('button', { name: WORDS[locale].languageMenu }).click()
    await page.getByRole('menuitemradio', { name: WORDS[other].language }).click()
    await page.getByRole('heading', { name: SEES[other].heading }).waitFor()
    await page.goto(`${origin}/oauth2/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: SEES[other].refused }).waitFor()
    expect((await context.cookies(origin)).map(({ name }) => name)).toContain('cardea_language')
  }),
)

test('what a page asks by itself is marked as nobody’s', () =>
  visit({ browser, demo, locale: 'en', name: 'background' }, async (it) => {
    const { page, origin } = it
    await signInAtPage(it, 'admin', demo.password)
    await page.clock.install()
    const marks: (string | undefined)[] = []
    page.on('request', (request) => {
      if (!request.url().includes('/api/admin/logout-deliveries')) return
      marks.push(request.headers()['x-background'])
    })
    await page.goto(`${origin}/index/software/logoutNotice`)
    await expect.poll(() => marks.length, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(marks[0]).toBeUndefined()
    await page.clock.fastForward(60_000)
    await expect.poll(() => marks.at(-1), { timeout: 30_000 }).toBe('1')
  }))
