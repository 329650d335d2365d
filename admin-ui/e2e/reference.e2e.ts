import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES, WORDS } from './support/words'

// What everything else is chosen from: an administrator makes an item of a dictionary with one below
// it, a country with a province, a tenant and a site that are there, and gives the site to the tenant.

const TEXTS = {
  zh: {
    area: '治疗领域',
    addItem: '新增字典项',
    acts: '操作：',
    addChild: '新增子项',
    children: '子项明细',
    name: '名称',
    code: '编码',
    sort: '排序号',
    save: '保存',
    close: '关闭',
    countries: '国家',
    addCountry: '新增国家',
    addProvince: '新增省份',
    search: '搜索国家',
    create: '新增',
    abbr: '简称',
    category: '类别',
    country: '国家',
    province: '省/州',
    level: '级别',
    type: '类型',
    addSite: '新增中心',
    nick: '中心别名',
    searchSite: '按名称搜索',
    first: ['中国', '北京市'],
  },
  en: {
    area: 'Therapeutic area',
    addItem: 'Add an item',
    acts: 'Actions: ',
    addChild: 'Add child',
    children: 'Child details',
    name: 'Name',
    code: 'Code',
    sort: 'Sort number',
    save: 'Save',
    close: 'Close',
    countries: 'Countries',
    addCountry: 'Add a country',
    addProvince: 'Add a province',
    search: 'Search countries',
    create: 'Create',
    abbr: 'Abbreviation',
    category: 'Category',
    country: 'Country',
    province: 'Province/State',
    level: 'Level',
    type: 'Type',
    addSite: 'Add a site',
    nick: 'Nickname',
    searchSite: 'Search by name',
    first: ['China', 'Beijing'],
  },
}

const demo = sharedDemo()
const browser = sharedBrowser()

/** The console's screen as it is now, fit for everybody: on a desk and a phone, light and dark. */
async function look({ page, picture }: Visit, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${name} at ${width} px`).toBeLessThanOrEqual(width)
      await accessible(page)
      await picture(`${name}-${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A label may carry a star. */
const labelled = (name: string) => new RegExp(`^${name}[\\s*]*$`)
const field = (at: Page | Locator, name: string) =>
  at.getByRole('textbox', { name: labelled(name) })

/** Fills in the open dialog and saves it. */
async function fillIn(page: Page, values: Record<string, string>, save: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  for (const [name, value] of Object.entries(values)) await field(dialog, name).fill(value)
  await dialog.getByRole('button', { name: save, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Types the beginning of a name and chooses what is found. */
async function choose(page: Page, name: string, wanted: string): Promise<void> {
  await page.getByRole('combobox', { name: labelled(name) }).fill(wanted)
  await page.getByRole('option', { name: wanted, exact: true }).first().click()
}

/** Chooses the first of a short list. */
async function first(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: labelled(name) }).click()
  await page.getByRole('option').nth(1).click()
}

test.each(LOCALES)('reference data, a tenant and its site (%s)', (locale) =>
  visit({ browser, demo, locale, name: `reference-${locale}` }, async (it) => {
    const { page } = it
    const words = TEXTS[locale]
    const land = `Atlantis ${locale}`
    await signIn(it, 'admin', demo.password)

    await openScreen(it, 'systemManger/dictionary')
    await page.getByRole('button', { name: words.area, exact: true }).press('Enter')
    await page.getByRole('button', { name: words.acts }).first().waitFor()
    await look(it, 'dictionary')
    await page.getByRole('button', { name: words.addItem, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await look(it, 'dictionary-item')
    const item = {
      [words.name]: `Rare ${locale}`,
      [words.code]: `RARE-${locale}`,
      [words.sort]: '1',
    }
    await fillIn(page, item, words.save)
    const child = {
      [words.name]: `Fabry ${locale}`,
      [words.code]: `FABRY-${locale}`,
      [words.sort]: '1',
    }
    const act = async (name: string) => {
      const row = `${words.acts}Rare ${locale}`
      await page.getByRole('button', { name: row, exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act(words.addChild)
    await fillIn(page, child, words.save)
    await act(words.children)
    const children = page.getByRole('dialog')
    await children.getByText(`Fabry ${locale}`).waitFor()
    await accessible(page)
    await children.getByRole('button', { name: words.close, exact: true }).click()

    await openScreen(it, 'systemManger/eare')
    await page.getByRole('button', { name: words.first[0], pressed: true }).waitFor()
    await page.getByRole('button', { name: words.first[1], pressed: true }).waitFor()
    await look(it, 'regions')
    await page.getByRole('button', { name: words.addCountry, exact: true }).click()
    await fillIn(page, { [words.name]: land, [words.sort]: '300' }, words.save)
    await page.getByRole('searchbox', { name: words.search }).fill(land.toLowerCase())
    await page.getByRole('button', { name: land, pressed: true }).waitFor()
    await page.getByRole('button', { name: words.addProvince, exact: true }).click()
    await fillIn(page, { [words.name]: `Upper ${locale}`, [words.sort]: '1' }, words.save)
    await page.getByRole('button', { name: `Upper ${locale}`, pressed: true }).waitFor()

    await openScreen(it, 'systemManger/tenant')
    await page.getByRole('link', { name: words.create, exact: true }).click()
    await field(page, words.name).fill(`Nautilus ${locale}`)
    await field(page, words.abbr).fill('NAU')
    await first(page, words.category)
    await choose(page, words.country, land)
    await choose(page, words.province, `Upper ${locale}`)
    await look(it, 'tenant-form')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('link', { name: `Nautilus ${locale}` }).waitFor()

    await openScreen(it, 'systemManger/site')
    await page.getByRole('link', { name: words.create, exact: true }).click()
    await field(page, words.name).fill(`Deep clinic ${locale}`)
    await choose(page, words.country, land)
    await choose(page, words.province, `Upper ${locale}`)
    await first(page, words.level)
    await first(page, words.type)
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('link', { name: `Deep clinic ${locale}` }).waitFor()
    await page.getByText(`${land}-Upper ${locale}`).first().waitFor()
    await look(it, 'sites')

    await openScreen(it, 'tenantManager/tenantSite')
    await choose(page, WORDS[locale].tenant, `Nautilus ${locale}`)
    await page.getByRole('button', { name: words.addSite, exact: true }).click()
    await page.getByRole('searchbox', { name: words.searchSite }).fill('deep')
    await page.getByRole('button', { name: `Deep clinic ${locale}`, exact: true }).press('Enter')
    await fillIn(page, { [words.nick]: `Our clinic ${locale}` }, words.save)
    await page.getByText(`Our clinic ${locale}`).first().waitFor()
    await look(it, 'tenant-sites')
  }),
)
