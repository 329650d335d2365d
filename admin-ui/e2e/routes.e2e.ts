import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Address, ROUTER_TABLE } from '../test/routerTable'
import { accessible, accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { knowLanguage } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Every address of the portal, in both languages, on a desk, a tablet and a phone, in light and in dark:
// it shows its page, whole, to whoever may see it, and to nobody else. `visit` hears console errors and violations of
// the content security policy.

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const OPEN = ROUTER_TABLE.filter(({ access, journey }) => access === 'public' && !journey)
const INNER = ROUTER_TABLE.filter(({ access }) => access === 'inner')
const JOURNEYS = ROUTER_TABLE.flatMap(({ journey }) => journey ?? [])
const NOT_FOUND = /^(找不到页面|Page not found) · /
const BRAND: Record<Locale, string> = { zh: 'Cardea 账户中心', en: 'Cardea account centre' }

const demo = sharedDemo()
const browser = sharedBrowser()

test.each(JOURNEYS)('what cannot be opened by itself is seen in %s', (file) => {
  expect(existsSync(join(import.meta.dirname, file))).toBe(true)
})

describe.each(LOCALES)('in %s', (locale) => {
  test.each(OPEN)('$path is open to everybody', (address) =>
    visit({ browser, demo, locale, name: nameOf(address, locale) }, async (it) => {
      await knowLanguage(it)
      await look(it, address)
    }),
  )

  test('the inner pages are for who is signed in', () =>
    visit({ browser, demo, locale, name: `inner-${locale}` }, async (it) => {
      for (const { path } of INNER) {
        await it.page.goto(it.origin + path)
        await it.page.waitForURL('**/signIn/index*')
      }
      await signIn(it, 'admin', demo.password)
      for (const address of INNER) await look(it, address)
    }))

  test('the bar at the top needs no mouse', () =>
    visit({ browser, demo, locale, name: `keyboard-${locale}` }, async (it) => {
      await signIn(it, 'admin', demo.password)
      await it.page.goto(`${it.origin}/softIndex`)
      await it.page.getByRole('heading', { level: 1 }).waitFor()
      await walkBar(it)
    }))
})

const nameOf = ({ path }: Address, locale: string) =>
  `route${path.replaceAll('/', '-').replace(/-$/, '-root')}-${locale}`

/** The title of the page that an address shows, or leads on to. */
function titleAt({ title, leadsTo }: Address, locale: Locale): string {
  const shown = ROUTER_TABLE.find(({ path }) => path === leadsTo)?.title ?? title
  return `${shown[locale]} · ${BRAND[locale]}`
}

/** Opens an address at each size: its page is there, fits, and is fit for everybody. */
async function look({ page, origin, locale }: Visit, address: Address): Promise<void> {
  const { path, leadsTo, pending } = address
  await page.goto(origin + path)
  if (leadsTo) await page.waitForURL(({ pathname }) => pathname === leadsTo)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  // A pending address that shows a page is pending no more: the table must say so.
  if (pending) expect(await page.title(), path).toMatch(NOT_FOUND)
  // Another page in its place has another title, or none.
  else {
    const wanted = titleAt(address, locale)
    await expect.poll(() => page.title(), { message: path, timeout: 30_000 }).toBe(wanted)
  }
  expect(await page.locator('html').getAttribute('lang'), path).toMatch(new RegExp(`^${locale}`))
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const { scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      innerWidth: window.innerWidth,
    }))
    expect(scrollWidth, `${path} is wider than ${size.width} px`).toBeLessThanOrEqual(innerWidth)
    await classesFit(page, size)
    // Colours do not depend on the size: the last one is looked at in dark and in light.
    const check = size === SIZES.at(-1) ? accessibleInBoth : accessible
    await check(page, `${path} at ${size.width} px`)
  }
}

/** The size classes on the body are those of the window (specification, section 9). */
async function classesFit(page: Page, { width, height }: { width: number; height: number }) {
  const classOf = (size: number, limits: number[]) => limits.filter((each) => size >= each).length
  const wanted = [
    `width-${classOf(width, [300, 450, 600, 800, 960, 1024, 1200, 1600])}`,
    `height-${classOf(height, [480, 640, 768, 900, 1200])}`,
  ]
  // The window tells of its new size a moment later.
  const classes = async () => (await page.locator('body').getAttribute('class'))?.split(' ')
  await expect.poll(classes, { timeout: 30_000 }).toEqual(expect.arrayContaining(wanted))
}

/** Walks the bar by Tab; opens, walks and closes each menu; shows a dialog and comes back. */
async function walkBar({ page, locale }: Visit): Promise<void> {
  const words = WORDS[locale]
  const press = (key: string) => page.keyboard.press(key)
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document
      return `${at?.getAttribute('role') ?? at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent}`
    })
  await press('Tab')
  expect(await focused()).toBe(`BUTTON ${words.skip}`)
  await press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  // Back before the page, into the bar.
  await press('Shift+Tab')
  const menus = [words.exit, words.userMenu, words.help, words.languageMenu]
  for (const [at, menu] of menus.entries()) {
    if (at > 0) await press('Shift+Tab')
    expect(await focused()).toBe(`BUTTON ${menu}`)
    await press('Enter')
    expect(await focused()).toMatch(/^menuitem/)
    await press('Home')
    const first = await focused()
    await press('ArrowUp')
    await press('ArrowDown')
    expect(await focused(), 'the arrows turn round at the ends').toBe(first)
    await press('Escape')
    expect(await focused()).toBe(`BUTTON ${menu}`)
    expect(await page.getByRole('menu').count()).toBe(0)
  }
  // The user menu's first entry: a dialog that gives the focus back where it was.
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await press('Home')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused()).toBe(`BUTTON ${words.userMenu}`)
}
