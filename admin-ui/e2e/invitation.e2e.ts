import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible, accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { Caller } from './support/caller'
import type { Message } from './support/demo'
import { fill, focusComes, knowLanguage, reach } from './support/keyboard'
import { newUser } from './support/newUser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { chooseMore, openScreen, signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// Inviting by e-mail and verifying an address, with the links as the server's outbox has them.

const WORDS = {
  zh: {
    invite: '邮件邀请',
    title: '邀请',
    tenant: '租户',
    email: '邮箱',
    role: '租户角色',
    member: '研究成员',
    type: '类型',
    send: '发送邀请',
    sent: /^未配置邮件服务器/,
    close: '关闭',
    stranger: '已有其他人登录',
    signOut: '退出登录并继续',
    name: '姓名',
    userName: '用户名',
    password: '密码',
    again: '确认密码',
    position: '职位',
    phone: '手机号',
    remark: '备注',
    register: '注册并加入',
    join: '加入',
    done: /已加入，请登录$/,
    signIn: '登录',
    dead: /邀请链接无效、已使用或已过期/,
    noKey: '请打开邀请邮件中的链接。',
    verify: '发送验证邮件',
    verified: '邮箱验证成功',
    failed: '邮箱验证失败',
    isOpen: '未验证',
  },
  en: {
    invite: 'Invite by e-mail',
    title: 'Invitations',
    tenant: 'Tenant',
    email: /^E-?mail/,
    role: 'Tenant role',
    member: 'Study member',
    type: 'Type',
    send: 'Send the invitation',
    sent: /^No mail server is set up/,
    close: 'Close',
    stranger: 'Somebody else is signed in',
    signOut: 'Sign out and continue',
    name: 'Full name',
    userName: 'User name',
    password: 'Password',
    again: 'Confirm new password',
    position: 'Position',
    phone: 'Phone',
    remark: 'Remark',
    register: 'Register and join',
    join: 'Join',
    done: /^Joined/,
    signIn: 'Sign in',
    dead: /This invitation is not valid any more/,
    noKey: 'Please open the link in the invitation e-mail.',
    verify: 'Send a verification mail',
    verified: 'The e-mail address is verified',
    failed: 'The e-mail address could not be verified',
    isOpen: 'Not verified',
  },
} as const

const PASSWORD = 'Quite9newhere'
/** Who is invited where they are no member yet, one for each language. */
const MEMBER: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }

const demo = sharedDemo()
const browser = sharedBrowser()

/** Waits for the latest message of a purpose to an address. */
async function message(purpose: string, to: string): Promise<Message> {
  const found = async () =>
    (await demo.outbox()).filter((each) => each.purpose === purpose && each.to === to)
  await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return (await found()).at(-1) as Message
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** The page as it is fits every width. */
async function fits(page: Page): Promise<void> {
  for (const width of [1440, 1024, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Invites an address in the console, into the tenant that it offers; that tenant's name. */
async function invite(it: Visit, email: string): Promise<string> {
  const { page, locale, picture } = it
  const words = WORDS[locale]
  await chooseMore(it, words.invite)
  const dialog = page.getByRole('dialog', { name: words.title })
  const tenant = dialog.getByRole('combobox', { name: words.tenant, exact: true })
  await expect.poll(() => tenant.inputValue(), { timeout: 30_000 }).not.toBe('')
  await dialog.getByRole('textbox', { name: words.email }).fill(email)
  await dialog.getByRole('combobox', { name: words.role }).click()
  await page.getByRole('option', { name: words.member }).click()
  await dialog.getByRole('combobox', { name: words.type, exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await accessible(page)
  await picture('invite')
  await button(page, words.send).click()
  await page.getByText(words.sent).waitFor()
  await dialog.getByText(email).waitFor()
  const name = await tenant.inputValue()
  await dialog.getByRole('button', { name: words.close }).click()
  return name
}

test.each(LOCALES)('somebody is invited, registers by keyboard and is a member, in %s', (locale) =>
  visit({ browser, demo, locale, name: `invitation-${locale}` }, async (it) => {
    const { page, origin, picture } = it
    const words = WORDS[locale]
    const email = `new.${locale}@example.org`
    const userName = `new.${locale}`
    await signIn(it, 'admin', demo.password)
    await openScreen(it, 'systemManger/user')
    const tenant = await invite(it, email)
    const { values, locale: written } = await message('invitation', email)
    expect(written).toBe(locale)
    const link = values.link ?? ''
    expect(link.startsWith(`${origin}/register?key=`)).toBe(true)

    // The administrator is signed in here still: nothing is bound to them.
    await page.goto(link)
    await page.getByRole('heading', { name: words.stranger }).waitFor()
    await page.getByText(email).waitFor()
    await page.waitForURL(`${origin}/register`)
    await accessible(page)
    await fits(page)
    await picture('register-stranger')
    await reach(page, button(page, words.signOut))
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: tenant }).waitFor()
    await accessible(page)
    await fits(page)
    await fill(page, field(page, words.name), locale === 'zh' ? '王敏' : 'Min Wang')
    await fill(page, field(page, words.userName), userName)
    await fill(page, field(page, words.password), PASSWORD)
    await fill(page, field(page, words.again), PASSWORD)
    await reach(page, field(page, words.position))
    await page.keyboard.press('ArrowDown')
    await picture('register')
    await fill(page, field(page, words.phone), '139-')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => field(page, words.phone).evaluate((it) => it === document.activeElement))
      .toBe(true)
    await accessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await accessible(page)
    await picture('register-problem')
    await page.emulateMedia({ colorScheme: 'light' })
    await fill(page, field(page, words.phone), '13900139000')
    await page.keyboard.press('Enter')

    await page.getByText(words.done).waitFor()
    expect(await field(page, words.userName).inputValue()).toBe(userName)
    await fill(page, field(page, words.password), PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/softIndex')
    const caller = new Caller(origin)
    await caller.signIn(userName, PASSWORD)
    const tenants = await caller.call<{ desc: string }[]>('/api/tenant/combobox')
    expect(tenants.map(({ desc }) => desc)).toEqual([tenant])

    await page.goto(link)
    await page.getByText(words.dead).waitFor()
    await accessible(page)
    await picture('register-dead')
  }),
)

test.each(LOCALES)('somebody with an account joins with it, by keyboard alone (%s)', (locale) =>
  visit({ browser, demo, locale, name: `invitation-user-${locale}` }, async (it) => {
    const { page, origin, picture } = it
    const words = WORDS[locale]
    const user = MEMBER[locale]
    const email = `${user}@demo.example.com`
    await knowLanguage(it)
    const admin = new Caller(origin)
    await admin.signIn('admin', demo.password)
    const person = new Caller(origin)
    await person.signIn(user, demo.password)
    const own = await person.call<{ code: string }[]>('/api/tenant/combobox')
    const all = await admin.call<{ code: string; desc: string }[]>('/api/tenant/combobox')
    const tenant = all.find(({ code }) => !own.some((each) => each.code === code))
    const filter = encodeURIComponent(JSON.stringify({ roleType: '2', q: '研究' }))
    const roles = await (await admin.fetch(`/api/admin/roles?filter=${filter}`)).json()
    const made = await admin.fetch('/api/admin/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'cardea', origin },
      body: JSON.stringify({
        tenantId: tenant?.code,
        email: email.toUpperCase(),
        role: roles[0].id,
        typeId: '3-site',
        positionId: '2-pi',
        language: locale,
      }),
    })
    expect(made.status).toBe(201)
    const { values } = await message('invitation', email.toUpperCase())
    await page.goto(values.link ?? '')
    await page.getByRole('heading', { name: tenant?.desc ?? '' }).waitFor()
    for (const name of [words.name, words.userName, words.phone]) {
      expect(await field(page, name).isEditable()).toBe(false)
    }
    expect(await field(page, words.remark).isEditable()).toBe(true)
    expect(await field(page, words.password).count()).toBe(0)
    await accessibleInBoth(page)
    await fits(page)
    await picture('register-user')
    await reach(page, button(page, words.join))
    await page.keyboard.press('Enter')
    await page.getByText(words.done).waitFor()
    await focusComes(field(page, words.password))
    expect(await field(page, words.userName).inputValue()).toBe(user)
    await accessible(page)
    const now = await person.call<{ code: string }[]>('/api/tenant/combobox')
    expect(now).toHaveLength(own.length + 1)
  }),
)

test.each(LOCALES)('an address is verified by the link of a mail, in %s', (locale) =>
  visit({ browser, demo, locale, name: `verification-${locale}` }, async (it) => {
    const { page, origin, picture } = it
    const words = WORDS[locale]
    const userName = `unverified.${locale}`
    const email = `${userName}@example.com`
    await newUser(demo, userName)
    await signIn(it, 'admin', demo.password)
    await openScreen(it, 'systemManger/user')
    await page.goto(
      `${origin}/index/systemManger/user?filter=${encodeURIComponent(JSON.stringify({ q: userName }))}`,
    )
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByText(words.isOpen, { exact: true }).waitFor()
    await row.getByRole('button').click()
    const act = page.getByRole('menuitem', { name: words.verify })
    await act.waitFor()
    await picture('verify')
    await act.click()
    const { values } = await message('email-verification', email)
    // As often as it is opened: a mail scanner may have been first.
    for (const _ of ['once', 'and again']) {
      await page.goto(values.link ?? '')
      await page.getByRole('heading', { name: words.verified }).waitFor()
      await page.getByText(email).waitFor()
    }
    expect(page.url()).toBe(`${origin}/checkEmail`)
    await accessible(page)
    await fits(page)
    await picture('check-email')
    await page.goto(`${origin}/checkEmail?key=nonsense`)
    await page.getByRole('heading', { name: words.failed }).waitFor()
    await accessible(page)
    await page.goto(`${origin}/register`)
    await page.getByText(words.noKey).waitFor()
    await page.goto(`${origin}/index/systemManger/user`)
    await row.waitFor()
    expect(await row.getByText(words.isOpen, { exact: true }).count()).toBe(0)
  }),
)
