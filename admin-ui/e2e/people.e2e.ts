import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { chooseMore, openScreen, signIn } from './support/steps'
import { LOCALES } from './support/words'

// A user is added, locked, exported and taken into a tenant; a tenant's PIN rule and the holidays are
// changed: everything that an administrator of people does in a day.

const WORDS = {
  zh: {
    create: /^新增/,
    save: '保存',
    name: /^姓名/,
    userName: /^用户名/,
    email: /^邮箱/,
    phone: /^电话/,
    role: /^角色/,
    acts: '操作：',
    lock: '锁定',
    reason: /^原因/,
    locked: '账号已锁定。',
    unlock: '解锁',
    unlocked: '账号已解锁。',
    exportAll: '导出全部',
    exported: '文件已保存到下载目录。',
    exportName: /^用户列表\d{14}\.zip$/,
    tenant: '租户',
    addUsers: '添加用户',
    addTitle: '向租户添加用户',
    users: '用户',
    fields: [/^租户角色/, /^类型/, /^职位/],
    added: '新增成功',
    length: /^长度/,
    saved: '修改成功',
    global: '编辑全局节假日',
    globalTitle: '全局节假日',
    cancel: '取消',
    unlimited: '不限',
  },
  en: {
    create: /^Create/,
    save: 'Save',
    name: /^Name/,
    userName: /^User name/,
    email: /^E-mail/,
    phone: /^Phone/,
    role: /^Role/,
    acts: 'Actions: ',
    lock: 'Lock',
    reason: /^Reason/,
    locked: 'The account is locked.',
    unlock: 'Unlock',
    unlocked: 'The account is unlocked.',
    exportAll: 'Export all',
    exported: 'The file is in your downloads.',
    exportName: /^user list\d{14}\.zip$/,
    tenant: 'Tenant',
    addUsers: 'Add users',
    addTitle: 'Add users to the tenant',
    users: 'Users',
    fields: [/^Tenant role/, /^Type/, /^Position/],
    added: 'Added successfully',
    length: /^Length/,
    saved: 'Modified successfully',
    global: 'Edit global holidays',
    globalTitle: 'Global holidays',
    cancel: 'Cancel',
    unlimited: 'Unlimited',
  },
} as const

const demo = sharedDemo()
const browser = sharedBrowser()

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Looks at a screen: nothing wrong for axe in either appearance, and no wider than a phone. */
async function look({ page, picture }: Visit, name: string): Promise<void> {
  await accessible(page)
  await picture(name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await picture(`${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  await picture(`${name}-phone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Chooses the first option of a field of choices. */
async function chooseFirst(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option').first().click()
  // It fades: until it is gone, axe sees half of it.
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function addUser(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await button(page, words.create).click()
  // It is asked first whose they are: of the platform, then.
  await page.getByRole('dialog').getByRole('link').first().click()
  for (const [name, value] of [
    [words.name, '陈静 Chen Jing'],
    [words.userName, userName],
    [words.email, `${userName}@example.org`],
    [words.phone, '13800138000'],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(value)
  }
  await chooseFirst(page, words.role)
  await look(it, 'user-form')
  await button(page, words.save).click()
  await button(page, `${words.acts}${userName}`).waitFor()
  await look(it, 'users')
}

async function lockAndUnlock(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  for (const [act, said] of [
    [words.lock, words.locked],
    [words.unlock, words.unlocked],
  ] as const) {
    await button(page, `${words.acts}${userName}`).click()
    await page.getByRole('menuitem', { name: act, exact: true }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: words.reason }).fill('on leave')
    await accessible(page)
    await it.picture('user-lock')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await page.getByText(said).waitFor()
  }
}

async function exportAll(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const downloading = page.waitForEvent('download')
  await chooseMore(it, words.exportAll)
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(words.exportName)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const file = Buffer.concat(chunks)
  // A zip ends with its directory; one that broke off has none.
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('user-list.csv') && file.includes('user-list.xlsx')).toBe(true)
  expect(file.lastIndexOf('PK\u0005\u0006')).toBeGreaterThan(0)
  await page.getByText(words.exported).waitFor()
}

async function addToTenant(it: Visit, userName: string): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'tenantManager/tenantUser')
  await page.getByRole('combobox', { name: words.tenant, exact: true }).click()
  await page.getByRole('option').first().click()
  await button(page, words.addUsers).click()
  const dialog = page.getByRole('dialog', { name: words.addTitle })
  await dialog.getByRole('combobox', { name: words.users, exact: true }).fill(userName)
  await page.getByRole('option', { name: new RegExp(`\\(${userName}\\)$`) }).click()
  await page.keyboard.press('Escape')
  for (const field of words.fields) await chooseFirst(page, field)
  await accessible(page)
  await it.picture('tenant-user-add')
  await dialog.getByRole('button', { name: words.addUsers, exact: true }).click()
  await page.getByText(words.added).waitFor()
  await button(page, `${words.acts}${userName}`).waitFor()
  await look(it, 'tenant-users')
}

async function changePinRule(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'tenantManager/tenantPin')
  const length = page.getByRole('spinbutton', { name: words.length })
  await length.fill('8')
  await look(it, 'tenant-pin')
  await button(page, words.save).click()
  await page.getByText(words.saved).waitFor()
  await page.reload()
  await expect.poll(() => length.inputValue()).toBe('8')
}

async function seeHolidays(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'systemManger/holiday')
  await button(page, words.global).waitFor()
  await look(it, 'holidays')
  await button(page, words.global).click()
  const dialog = page.getByRole('dialog', { name: words.globalTitle })
  await dialog.getByRole('grid').first().waitFor()
  await look(it, 'holidays-edit')
  await dialog.getByRole('button', { name: words.cancel, exact: true }).click()
}

async function seeSystems(it: Visit): Promise<void> {
  await openScreen(it, 'tenantManager/syslist')
  await it.page.getByText(WORDS[it.locale].unlimited).first().waitFor()
  await look(it, 'systems')
}

test.each(LOCALES)('people are administered, in %s', (locale) =>
  visit({ browser, demo, locale, name: `people-${locale}` }, async (it) => {
    const userName = `chen.jing.${locale}`
    await signIn(it, 'admin', demo.password)
    await openScreen(it, 'systemManger/user')
    await addUser(it, userName)
    await lockAndUnlock(it, userName)
    await exportAll(it)
    await addToTenant(it, userName)
    await changePinRule(it)
    await seeHolidays(it)
    await seeSystems(it)
  }),
)
