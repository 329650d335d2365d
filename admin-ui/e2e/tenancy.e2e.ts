import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import type { Message } from './support/demo'
import { sharedBrowser, sharedDemo } from './support/shared'
import { chooseMore, openScreen, signIn, speak } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// A tenant from nothing to its first day of work: it is created, with a site, a user and holidays of its
// own. The user sets a password and a PIN with what the administrator had sent, and goes again.

const WORDS = {
  zh: {
    create: /^新增/,
    save: '保存',
    name: /^名称/,
    abbr: /^简称/,
    category: /^类别/,
    level: /^级别/,
    kind: /^类型/,
    fullName: /^姓名/,
    userName: /^用户名/,
    email: /^邮箱/,
    phone: /^电话/,
    role: /^角色/,
    support: '平台支持',
    tenant: '租户',
    addSite: '新增中心',
    chooseSite: '选择中心',
    searchSite: '按名称搜索',
    addUsers: '添加用户',
    addTitle: '向租户添加用户',
    users: '用户',
    fields: [/^租户角色/, /^类型/, /^职位/],
    added: '新增成功',
    modified: '修改成功',
    deleted: '删除成功',
    ask: '确定删除该信息吗？',
    acts: '操作：',
    remove: '删除',
    editOf: '编辑：',
    calendarOf: (tenant: string) => `${tenant} 的节假日`,
    law: '法定节假日',
    extra: '额外工作日',
    days: '节假日 1 天，工作日 1 天',
    important: '修改重要信息',
    importantOf: (name: string) => `修改 ${name} 的重要信息`,
    reset: '重置密码',
    resetDone: /^未配置邮件服务器/,
    pin: '发送PIN验证码',
    pinSent: /^已发送供/,
    exportSome: '选择导出',
    select: '选择 ',
    exportSelected: '导出所选（1）',
    exported: '文件已保存到下载目录。',
    newPassword: '新密码',
    againPassword: '确认密码',
    passwordSet: '密码已重置，请使用新密码登录',
    setPin: '设置 PIN 码：',
    code: '验证码',
    newPin: '新 PIN 码',
    againPin: '确认 PIN 码',
    pinSet: /^已设置：/,
  },
  en: {
    create: /^Create/,
    save: 'Save',
    name: /^Name/,
    abbr: /^Abbreviation/,
    category: /^Category/,
    level: /^Level/,
    kind: /^Type/,
    fullName: /^Name/,
    userName: /^User name/,
    email: /^E-mail/,
    phone: /^Phone/,
    role: /^Role/,
    support: 'Platform support',
    tenant: 'Tenant',
    addSite: 'Add a site',
    chooseSite: 'Choose a site',
    searchSite: 'Search by name',
    addUsers: 'Add users',
    addTitle: 'Add users to the tenant',
    users: 'Users',
    fields: [/^Tenant role/, /^Type/, /^Position/],
    added: 'Added successfully',
    modified: 'Modified successfully',
    deleted: 'Deleted successfully',
    ask: 'Delete this information?',
    acts: 'Actions: ',
    remove: 'Delete',
    editOf: 'Edit: ',
    calendarOf: (tenant: string) => `Holidays of ${tenant}`,
    law: 'Statutory holidays',
    extra: 'Extra workdays',
    days: '1 holidays, 1 workdays',
    important: 'Update important information',
    importantOf: (name: string) => `Important information of ${name}`,
    reset: 'Reset password',
    resetDone: /^No mail server is set up/,
    pin: 'Send a PIN code',
    pinSent: /^A code with which/,
    exportSome: 'Select to export',
    select: 'Select ',
    exportSelected: 'Export selected (1)',
    exported: 'The file is in your downloads.',
    newPassword: 'New password',
    againPassword: 'Confirm new password',
    passwordSet: 'The password was reset; please sign in with the new one',
    setPin: 'Set a PIN: ',
    code: 'Code',
    newPin: 'New PIN',
    againPin: 'Confirm PIN',
    pinSet: /^Set: /,
  },
} as const

const FULL_NAME = '李雷 Li Lei'
const PASSWORD = 'Quite9newhere'
const PHONE = '13900139000'

/** What one journey makes, named so that two of them can be told apart. */
const namesOf = (locale: Locale) => ({
  tenant: `Aurora ${locale}`,
  site: `Aurora clinic ${locale}`,
  userName: `li.lei.${locale}`,
  email: `li.lei.${locale}@example.org`,
})

const demo = sharedDemo()
const browser = sharedBrowser()

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** The latest message of a purpose to an address. */
async function message(purpose: string, to: string): Promise<Message> {
  const latest = async () =>
    (await demo.outbox()).findLast((each) => each.purpose === purpose && each.to === to)
  await expect.poll(latest, { timeout: 30_000 }).toBeDefined()
  return (await latest()) as Message
}

/** Chooses an option of a field of choices: the one of that name, else the first. */
async function choose(page: Page, field: RegExp, name?: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  const options = page.getByRole('option', name ? { name, exact: true } : {})
  await options.first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Fills in the lines of the form of a new record. */
async function fillNew({ page, locale }: Visit, lines: [RegExp, string][]): Promise<void> {
  const name = WORDS[locale].create
  const link = page.getByRole('link', { name })
  await link.or(page.getByRole('button', { name })).first().click()
  // Of a user it is asked first whose they are: of the platform, then.
  const asked = page.getByRole('dialog').getByRole('link')
  if (page.url().includes('/systemManger/user')) await asked.first().click()
  for (const [name, value] of lines) await page.getByRole('textbox', { name }).fill(value)
}

async function save({ page, locale }: Visit, said: string): Promise<void> {
  await button(page, WORDS[locale].save).click()
  await page.getByText(said).first().waitFor()
}

/** Narrows a list to a tenant. */
async function chooseTenant({ page, locale }: Visit, name: string): Promise<void> {
  // A list is remembered with its tenant: what is there already cannot be typed again.
  await page.getByRole('combobox', { name: WORDS[locale].tenant, exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** A dialog is 500 to 1000 px wide on a desk, and all there is on a phone. */
async function fits({ page, picture }: Visit, dialog: Locator, name: string): Promise<void> {
  const width = async () => (await dialog.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThanOrEqual(500)
  expect(await width()).toBeLessThanOrEqual(1000)
  await accessible(page)
  await picture(name)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(width).toBe(390)
  expect((await dialog.boundingBox())?.height).toBe(844)
  await accessible(page)
  await picture(`${name}-phone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function addTenant(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'systemManger/tenant')
  await fillNew(it, [
    [words.name, namesOf(locale).tenant],
    [words.abbr, `AU-${locale}`],
  ])
  await choose(page, words.category)
  await save(it, words.added)
  await page.getByRole('link', { name: namesOf(locale).tenant, exact: true }).waitFor()
}

/** A research centre of the platform, and then the tenant's. */
async function addSite(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const { tenant, site } = namesOf(locale)
  await openScreen(it, 'systemManger/site')
  await fillNew(it, [[words.name, site]])
  await choose(page, words.level)
  await choose(page, words.kind)
  await save(it, words.added)

  await openScreen(it, 'tenantManager/tenantSite')
  await chooseTenant(it, tenant)
  await button(page, words.addSite).click()
  const picker = page.getByRole('dialog', { name: words.chooseSite })
  await picker.getByRole('searchbox', { name: words.searchSite }).fill(site)
  await button(picker, site).click()
  const dialog = page.getByRole('dialog', { name: words.addSite })
  await button(dialog, words.save).click()
  await page.getByText(words.added).first().waitFor()
  await page.getByRole('cell', { name: site, exact: true }).first().waitFor()
}

async function addUser(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const { tenant, userName, email } = namesOf(locale)
  await openScreen(it, 'systemManger/user')
  await fillNew(it, [
    [words.fullName, FULL_NAME],
    [words.userName, userName],
    [words.email, email],
    [words.phone, '13800138000'],
  ])
  await choose(page, words.role, words.support)
  await save(it, words.added)
  await button(page, `${words.acts}${userName}`).waitFor()

  await openScreen(it, 'tenantManager/tenantUser')
  await chooseTenant(it, tenant)
  await button(page, words.addUsers).click()
  const dialog = page.getByRole('dialog', { name: words.addTitle })
  await dialog.getByRole('combobox', { name: words.users, exact: true }).fill(userName)
  await page.getByRole('option', { name: new RegExp(`\\(${userName}\\)$`) }).click()
  await page.keyboard.press('Escape')
  for (const field of words.fields) await choose(page, field)
  await fits(it, dialog, 'tenancy-add-user')
  await button(dialog, words.addUsers).click()
  await page.getByText(words.added).first().waitFor()
  await button(page, `${words.acts}${userName}`).waitFor()
}

/** A day of each list is chosen, and both are there after a reload. */
async function chooseHolidays(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const { tenant } = namesOf(locale)
  const dialog = page.getByRole('dialog', { name: words.calendarOf(tenant) })
  const days = (list: string) => dialog.getByRole('group', { name: list }).getByRole('grid')
  await openScreen(it, 'systemManger/holiday')
  await button(page, `${words.editOf}${tenant}`).click()
  await days(words.law).getByRole('button').nth(9).click()
  await days(words.extra).getByRole('button').nth(10).click()
  await fits(it, dialog, 'tenancy-holidays')
  await button(dialog, words.save).click()
  await page.getByText(words.modified).first().waitFor()
  await page.reload()
  await page.getByText(words.days, { exact: true }).first().waitFor()
  await button(page, `${words.editOf}${tenant}`).click()
  for (const [list, at] of [
    [words.law, 9],
    [words.extra, 10],
  ] as const) {
    const chosen = days(list).locator('[aria-selected="true"]')
    await expect.poll(() => chosen.count()).toBe(1)
    const day = await days(list).getByRole('button').nth(at).textContent()
    expect(await chosen.textContent()).toBe(day)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function act({ page, locale }: Visit, name: string): Promise<void> {
  await button(page, `${WORDS[locale].acts}${namesOf(locale).userName}`).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Another phone, a link to a new password, and the user alone in a file. */
async function changeUser(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const { userName } = namesOf(locale)
  await openScreen(it, 'systemManger/user')
  await act(it, words.important)
  const important = page.getByRole('dialog', { name: words.importantOf(FULL_NAME) })
  await important.getByRole('textbox', { name: words.phone }).fill(PHONE)
  await fits(it, important, 'tenancy-important')
  await button(important, words.save).click()
  await page.getByText(words.modified).first().waitFor()
  await page.getByRole('cell', { name: PHONE }).first().waitFor()

  await act(it, words.reset)
  await button(page.getByRole('dialog'), words.reset).click()
  await page.getByText(words.resetDone).waitFor()

  await chooseMore(it, words.exportSome)
  await page.getByRole('checkbox', { name: `${words.select}${userName}`, exact: true }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, words.exportSelected).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\d{14}\.zip$/)
  await page.getByText(words.exported).waitFor()
}

async function sendPinCode(it: Visit): Promise<void> {
  const { page, locale } = it
  await openScreen(it, 'tenantManager/tenantUser')
  await chooseTenant(it, namesOf(locale).tenant)
  await act(it, WORDS[locale].pin)
  await page.getByText(WORDS[locale].pinSent).waitFor()
}

/** The person: a password by the link, and a PIN with the code, both out of the mailbox. */
async function begin(person: Visit): Promise<void> {
  const { page, locale, origin, picture } = person
  const words = WORDS[locale]
  const { tenant, userName, email } = namesOf(locale)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const { link = '' } = (await message('password-reset', email)).values
  expect(link.startsWith(`${origin}/forget?key=`)).toBe(true)
  // The language is chosen where nothing is to be lost by it.
  await page.goto(`${origin}/signIn/index`)
  await speak(person)
  await page.goto(link)
  for (const name of [words.newPassword, words.againPassword]) await field(name).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(words.passwordSet).waitFor()
  await signIn(person, userName, PASSWORD)

  await page.goto(`${origin}/account/pins`)
  await button(page, `${words.setPin}${tenant}`).click()
  const dialog = page.getByRole('dialog')
  const { code = '' } = (await message('pin-code', email)).values
  await dialog.getByLabel(words.code, { exact: true }).fill(code)
  for (const name of [words.newPin, words.againPin]) {
    await dialog.getByLabel(name, { exact: true }).fill('135792')
  }
  await accessible(page)
  await picture('tenancy-pin')
  await button(dialog, words.save).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(words.pinSet).first().waitFor()
}

/** Out of the tenant, and then away altogether; asked each time. */
async function removeUser(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  const { tenant, userName } = namesOf(locale)
  for (const screen of ['tenantManager/tenantUser', 'systemManger/user']) {
    await openScreen(it, screen)
    if (screen.startsWith('tenantManager')) await chooseTenant(it, tenant)
    await act(it, words.remove)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words.ask, { exact: true }).waitFor()
    await button(dialog, words.remove).click()
    await page.getByText(words.deleted).first().waitFor()
    await button(page, `${words.acts}${userName}`).waitFor({ state: 'detached' })
  }
}

test.each(LOCALES)('a tenant begins to work, in %s', (locale) =>
  visit({ browser, demo, locale, name: `tenancy-${locale}` }, async (it) => {
    await signIn(it, 'admin', demo.password)
    await addTenant(it)
    await addSite(it)
    await addUser(it)
    await chooseHolidays(it)
    await changeUser(it)
    await sendPinCode(it)
    await visit({ browser, demo, locale, name: `tenancy-person-${locale}` }, begin)
    await removeUser(it)
  }),
)
