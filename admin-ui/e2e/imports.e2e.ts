import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { chooseMore, openScreen, signIn } from './support/steps'
import { LOCALES } from './support/words'

// An administrator brings people, research centres and a tenant's users out of files: with what the
// templates say, a wrong row first; and sees an export finish.

const WORDS = {
  zh: {
    import: '导入',
    choose: '选择文件',
    template: '下载模板',
    users: '导入用户',
    sites: '导入研究中心',
    members: '向租户导入用户',
    importUser: '导入 1 名用户',
    importSites: '导入 2 个研究中心',
    addMember: '添加 1 名用户',
    userDone: '已导入 1 名用户。',
    sitesDone: '已导入 2 个研究中心。',
    memberDone: '已添加 1 名用户。',
    place: ['中国', '广东省', '深圳市'],
    wrong: ['3', '省/州', '该国家没有此省份'],
    nobody: ['2', '用户名', '用户不存在'],
    tenant: '租户',
    exportAll: '导出全部',
    exporting: '正在导出用户',
    exported: '文件已保存到下载目录。',
    download: (name: string) => `下载：${name}`,
    name: '文件名',
  },
  en: {
    import: 'Import',
    choose: 'Choose a file',
    template: 'Download a template',
    users: 'Import users',
    sites: 'Import research centres',
    members: 'Import users into the tenant',
    importUser: 'Import 1 users',
    importSites: 'Import 2 research centres',
    addMember: 'Add 1 users',
    userDone: '1 users were imported.',
    sitesDone: '2 research centres were imported.',
    memberDone: '1 users were added.',
    place: ['China', 'Guangdong', 'Shenzhen'],
    wrong: ['3', 'Province/State', 'the country has no such province'],
    nobody: ['2', 'User name', 'there is no such user'],
    tenant: 'Tenant',
    exportAll: 'Export all',
    exporting: 'Exporting users',
    exported: 'The file is in your downloads.',
    download: (name: string) => `Download: ${name}`,
    name: 'File name',
  },
} as const

const browser = sharedBrowser()
const demo = sharedDemo()

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

const textOf = async (download: Download) =>
  (await readFile(await download.path())).toString('utf8')

/** The dialog of an import, with the first line that its template has. */
async function openImport(it: Visit, title: string) {
  const { page, locale } = it
  const words = WORDS[locale]
  await chooseMore(it, words.import)
  const dialog = page.getByRole('dialog', { name: title })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(dialog, words.template).click(),
  ])
  const header = (await textOf(download)).trimEnd()
  const choose = (...rows: string[]) => {
    const buffer = Buffer.from([header, ...rows].join('\r\n'))
    const file = { name: 'rows.csv', mimeType: 'text/csv', buffer }
    return dialog.getByLabel(words.choose).setInputFiles(file)
  }
  return { dialog, choose }
}

/** The first error of the table: row, column and what is wrong. */
async function firstError(dialog: Locator): Promise<string[]> {
  const row = dialog.getByRole('table').getByRole('row').nth(1)
  await row.waitFor()
  return row.getByRole('cell').allInnerTexts()
}

async function importUser(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'systemManger/user')
  const { dialog, choose } = await openImport(it, words.users)
  const [country, province, city] = words.place
  // Name, user name, e-mail, phone, role; display, sex, birthday and language are left empty.
  const mail = `${userName}@example.org`
  await choose(
    `Chen Jing,${userName},${mail},13800138000,平台支持,,,,,${country},${province},${city},`,
  )
  await button(dialog, words.importUser).click()
  await page.getByText(words.userDone).waitFor()
}

async function importSites(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'systemManger/site')
  const { dialog, choose } = await openImport(it, words.sites)
  const [country, province, city] = words.place
  const name = `Imported ${locale}`
  const good = `${name} 1,${country},${province},${city},三级甲等,General hospital,Road 1,`
  await choose(good, `${name} 2,${country},Bavaria,,三级甲等,General hospital,,`)
  expect(await firstError(dialog)).toEqual(words.wrong)
  await accessible(page)
  await it.picture('import-sites')
  await choose(good, `${name} 2,${country},${province},,三级甲等,General hospital,,`)
  await button(dialog, words.importSites).click()
  await page.getByText(words.sitesDone).waitFor()
  await page.getByRole('link', { name: `${name} 1`, exact: true }).waitFor()
}

async function importMember(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'tenantManager/tenantUser')
  await page.getByRole('combobox', { name: words.tenant, exact: true }).click()
  await page.getByRole('option').first().click()
  const { dialog, choose } = await openImport(it, words.members)
  // The demonstration's role; the others by their names in English, whatever is spoken.
  const rest = '研究成员,CRO staff,Data manager'
  await choose(`nobody.at.all,${rest}`)
  expect(await firstError(dialog)).toEqual(words.nobody)
  await accessible(page)
  await it.picture('import-tenant-users')
  await choose(`${userName},${rest}`)
  await button(dialog, words.addMember).click()
  await page.getByText(words.memberDone).waitFor()
  await page.getByRole('cell', { name: userName, exact: true }).waitFor()
}

/** The answer is held back for a moment: a demonstration has few people. */
async function seeExport(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'systemManger/user')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/users/export', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await chooseMore(it, words.exportAll)
  const bar = page.getByRole('progressbar', { name: words.exporting })
  await bar.waitFor()
  await accessible(page)
  await it.picture('export')
  const [download] = await Promise.all([page.waitForEvent('download'), release()])
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await page.getByText(words.exported).waitFor()
  await bar.waitFor({ state: 'detached' })
}

/** What was imported is among the files, as it came. */
async function seeFiles(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'base/file')
  await page.getByRole('textbox', { name: words.name }).fill('ROWS')
  // Of people, of research centres and of a tenant's users, the newest first.
  const downloads = page.getByRole('button', { name: words.download('') })
  const names = () => downloads.evaluateAll((all) => all.map((one) => one.ariaLabel))
  const rows = Array.from({ length: locale === 'zh' ? 3 : 6 }, () => words.download('rows.csv'))
  await expect.poll(names, { timeout: 10_000 }).toEqual(rows)
  await accessible(page)
  await it.picture('files')
  const [download] = await Promise.all([page.waitForEvent('download'), downloads.first().click()])
  expect(download.suggestedFilename()).toBe('rows.csv')
  expect(await textOf(download)).toContain(userName)
}

test.each(LOCALES)('files are imported and exported, in %s', (locale) =>
  visit({ browser, demo, locale, name: `imports-${locale}` }, async (it) => {
    const userName = `imported.${locale}`
    await signIn(it, 'admin', demo.password)
    await importUser(it, userName)
    await importSites(it)
    await importMember(it, userName)
    await seeExport(it)
    await seeFiles(it, userName)
  }),
)
