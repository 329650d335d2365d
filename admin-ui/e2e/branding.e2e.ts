import { expect, test } from 'vitest'
import { accessibleInBoth } from './support/accessible'
import { visit } from './support/browser'
import { knowLanguage } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signInAtPage } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// The brand of a deployment under the real content security policy: its logo, colour and names, and
// its copyright and filing texts on the pages before sign-in.

/** A square of one colour. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const FILING = '沪ICP备00000000号-1'
const NAMES: Record<Locale, { system: string; short: string; copyright: string }> = {
  zh: { system: '仁和医药账户中心', short: '仁和', copyright: '© 2026 仁和医药' },
  en: { system: 'Renhe account centre', short: 'Renhe', copyright: '© 2026 Renhe Pharma' },
}

/** Settings in both languages, by the part of their name. */
const both = (name: string, of: (names: (typeof NAMES)[Locale]) => string) =>
  LOCALES.map((locale) => [`CARDEA_BRANDING__${name}__${locale.toUpperCase()}`, of(NAMES[locale])])

const demo = sharedDemo({
  settings: {
    CARDEA_BRANDING__LOGO: LOGO,
    CARDEA_BRANDING__ACCENT: '#b3261e',
    CARDEA_BRANDING__FILING: FILING,
    ...Object.fromEntries([
      ...both('SYSTEM_NAME', ({ system }) => system),
      ...both('SYSTEM_ABBR', ({ short }) => short),
      ...both('COPYRIGHT', ({ copyright }) => copyright),
    ]),
  },
})
const browser = sharedBrowser()

test.each(LOCALES)('the brand is that of the deployment (%s)', (locale) =>
  visit({ browser, demo, locale, name: `branding-${locale}` }, async (it) => {
    const { page, origin, picture } = it
    const { system, short, copyright } = NAMES[locale]
    /** The logo is there, and the browser could draw it. */
    const drawn = () =>
      page
        .locator(`img[src="${LOGO}"]`)
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await knowLanguage(it)
    for (const path of ['/signIn/index', '/forget', '/setUp']) {
      await page.goto(origin + path)
      await page.getByText(system, { exact: true }).waitFor()
      const foot = page.getByRole('contentinfo')
      expect(await foot.getByText(copyright, { exact: true }).isVisible(), path).toBe(true)
      expect(await foot.getByText(FILING, { exact: true }).isVisible(), path).toBe(true)
      await expect.poll(drawn, { timeout: 30_000 }).toBe(1)
      await accessibleInBoth(page, path)
    }
    await signInAtPage(it, 'admin', demo.password)
    for (const path of ['/softIndex', '/account/security', '/index']) {
      await page.goto(origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const home = page.getByRole('banner').getByRole('link', { name: short })
      expect(await home.textContent(), path).toBe(short)
      await expect.poll(drawn, { timeout: 30_000 }).toBe(1)
      // The specification has these texts nowhere inside (section 2, the top bar of inner screens).
      expect(await page.locator('body').textContent(), path).not.toContain(FILING)
      // The brand's colour stays readable on both grounds.
      await accessibleInBoth(page, path)
    }
    await picture('branding')
  }),
)
