import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible, accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { fill, focusComes, knowLanguage, press, reach } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { leaveFor } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// The workbench by keyboard alone: signing in, finding a system among those of several tenants, and
// opening it.

/** Who is authorised in more than one system. */
const USER = 'monitor'

const TEXTS = {
  zh: {
    count: (count: number) => `共 ${count} 个系统`,
    tenant: '租户',
    search: '按系统或租户查找',
    noUrl: '租户没有配置url',
    noStudyUrl: '项目没有配置url',
    noMatch: '没有找到匹配的系统',
    clear: '清除条件',
    open: /^进入 RTSM/,
  },
  en: {
    count: (count: number) => `Systems: ${count}`,
    tenant: 'Tenant',
    search: 'Find a system or tenant',
    noUrl: 'The tenant has no url configured',
    noStudyUrl: 'The study has no url configured',
    noMatch: 'No system matches',
    clear: 'Clear filters',
    open: /^Open RTSM/,
  },
} satisfies Record<Locale, object>

/** A tenant of the demonstration that has no systems yet. */
const OTHER = 'Northwind Therapeutics'

const demo = sharedDemo()
const browser = sharedBrowser()

/** Name and password, typed where the focus is. */
async function signIn({ page, origin, locale }: Visit): Promise<void> {
  const words = WORDS[locale]
  await page.goto(`${origin}/`)
  await focusComes(page.getByLabel(words.userName, { exact: true }))
  await page.keyboard.type(USER)
  await page.keyboard.press('Tab')
  await focusComes(page.getByLabel(words.password, { exact: true }))
  await page.keyboard.type(demo.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/softIndex')
}

/** Lets `change` make something else of the entries that a call answers. */
async function altered(
  page: Page,
  path: string,
  change: (entries: Record<string, unknown>[]) => Record<string, unknown>[],
): Promise<void> {
  await page.route(`**${path}*`, async (route) => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { data: Record<string, unknown>[] }
    await route.fulfill({ response, json: { ...envelope, data: change(envelope.data) } })
  })
}

test.each(LOCALES)('a system is found and opened, by keyboard alone (%s)', (locale) =>
  visit({ browser, demo, locale, name: `chooser-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    await knowLanguage(it)
    await signIn(it)
    await page.getByText(texts.count(3), { exact: true }).waitFor()
    await accessibleInBoth(page)
    await it.picture('workbench')

    const search = page.getByRole('searchbox', { name: texts.search })
    await fill(page, search, 'rtsm')
    await page.getByText(texts.count(1), { exact: true }).waitFor()
    await fill(page, search, 'nowhere')
    await page.getByRole('heading', { name: texts.noMatch }).waitFor()
    await accessible(page)
    await press(page, texts.clear)
    await page.getByText(texts.count(3), { exact: true }).waitFor()
    await focusComes(search)
    expect(await search.inputValue()).toBe('')

    const card = page.getByRole('link', { name: texts.open }).first()
    await reach(page, card)
    const system = await leaveFor(it, () => page.keyboard.press('Enter'))
    const answer = await system.request.get(new URL('/whoami', system.url()).href)
    expect(await answer.json()).toMatchObject({ signedIn: true, login: USER })
  }),
)

// The demonstration has its systems in one tenant, with an address for each: the server's answers are
// given another entry.
test.each(LOCALES)('what another tenant has no address for says so (%s)', (locale) =>
  visit({ browser, demo, locale, name: `chooser-tenants-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    await knowLanguage(it)
    await altered(page, '/api/sys/user/software', (all) => [
      ...all,
      { ...all[0], tenantId: 'other', tenantName: OTHER, tenantUrlId: null, launchUrl: null },
    ])
    await altered(page, '/api/sys/user/studies', (all) =>
      all.map((study, at) => (at === 0 ? { ...study, launchUrl: null } : study)),
    )
    await signIn(it)
    await page.getByText(texts.count(4), { exact: true }).waitFor()
    const tenants = page.getByRole('combobox', { name: texts.tenant })
    const names = await tenants.getByRole('option').allTextContents()
    expect(names).toHaveLength(3)
    expect(names).toContain(OTHER)
    await reach(page, tenants)
    for (let step = 0; (await chosen(tenants)) !== OTHER; step += 1) {
      if (step > names.length) throw new Error(`${OTHER} cannot be chosen`)
      await page.keyboard.press('ArrowDown')
    }
    await page.getByText(texts.count(1), { exact: true }).waitFor()
    const card = page.getByRole('main').getByRole('listitem')
    expect(await card.textContent()).toContain(texts.noUrl)
    expect(await card.getByRole('link').count(), 'there is nothing to open').toBe(0)
    await accessibleInBoth(page)
    await it.picture('workbench-no-address')
    await page.keyboard.press('Home')
    await page.getByText(texts.count(4), { exact: true }).waitFor()

    await page.goto(`${origin}/projectListRTSM`)
    await page.getByText(texts.noStudyUrl, { exact: true }).waitFor()
    await accessibleInBoth(page)
  }),
)

/** The name of the option that is chosen. */
const chosen = (select: ReturnType<Page['locator']>): Promise<string> =>
  select.evaluate((it) => (it as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
