import { expect, test } from 'vitest'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signInAtPage, signOut } from './support/steps'
import { LOCALES } from './support/words'

// What is drawn beside something else on a desk lies above or below it here: whatever can be seen must
// be within reach of a finger, which a click of the browser's checks.

const demo = sharedDemo()
const browser = sharedBrowser()

test.each(LOCALES)('signing in and out on a phone, in %s', (locale) =>
  visit({ browser, demo, locale, name: `phone-${locale}` }, async (it) => {
    const { page, origin } = it
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${origin}/`)
    const spoken = () => page.locator('html').getAttribute('lang')
    for (const _ of ['there', 'and back again']) {
      const before = await spoken()
      await page.getByRole('button', { name: /^(语言|Language)$/ }).click()
      await page.getByRole('menuitemradio', { checked: false }).first().click()
      await expect.poll(spoken).not.toBe(before)
    }
    await signInAtPage(it, 'admin', demo.password)
    await signOut(it)
  }),
)
