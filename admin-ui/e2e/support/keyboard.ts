import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser'

/** Tab stops after which something counts as out of reach. */
const MOST_STOPS = 40
const LIMIT = { timeout: 30_000 }

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/**
 * Has every page speak the visit's language from the first on, as a browser that remembers it does:
 * nobody has to choose it in a menu.
 */
export async function knowLanguage({ context, locale }: Visit): Promise<void> {
  await context.addInitScript((tag) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('cardea.language', tag)
  }, locale)
}

/** Waits until the focus is at `target`: by itself, or by what was pressed. */
export async function focusComes(target: Locator): Promise<void> {
  await target.waitFor()
  await expect.poll(() => hasFocus(target), { ...LIMIT, message: `focus at ${target}` }).toBe(true)
}

/** Moves on by Tab until `target` has the focus. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; !(await hasFocus(target)); stop += 1) {
    if (stop > MOST_STOPS) throw new Error(`${target} cannot be reached by keyboard`)
    await page.keyboard.press('Tab')
  }
}

/** Walks the tabs of the page by arrow as far as the one of that name; it is chosen and has the focus. */
export async function turnTo(page: Page, name: string): Promise<Locator> {
  await reach(page, page.getByRole('tab', { selected: true }))
  const tab = page.getByRole('tab', { name, exact: true })
  const most = await page.getByRole('tab').count()
  for (let step = 0; step < most && !(await hasFocus(tab)); step += 1) {
    await page.keyboard.press('ArrowRight')
  }
  await focusComes(tab)
  expect(await tab.getAttribute('aria-selected')).toBe('true')
  return tab
}

/** Moves on to the button whose name holds this, and presses it. */
export async function press(page: Page, name: string): Promise<void> {
  await reach(page, page.getByRole('button', { name }))
  await page.keyboard.press('Enter')
}

/** Moves on to a field and types, in the place of what is there. */
export async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
