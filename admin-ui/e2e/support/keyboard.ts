import type { Locator, Page } from 'playwright-core'

/** Tab stops after which something counts as out of reach. */
const MOST_STOPS = 40

/** Moves on by Tab until `target` has the focus. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const focused = () => target.evaluate((element) => element === document.activeElement)
  for (let stop = 0; !(await focused()); stop += 1) {
    if (stop > MOST_STOPS) throw new Error(`${target} cannot be reached by keyboard`)
    await page.keyboard.press('Tab')
  }
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
