import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { fill, reach } from './support/keyboard'
import { sent } from './support/outbox'
import { sharedBrowser, sharedDemo } from './support/shared'
import {
  choosePanel,
  column,
  leaveFor,
  openScreen,
  pick,
  signIn,
  signInAtPage,
  signOut,
  tenantOf,
} from './support/steps'
import { LOCALES, WORDS as SHARED } from './support/words'

// Somebody is offered a trial system by e-mail, registers by the link, and arrives there with the roles.

const WORDS = {
  zh: {
    emails: /^邮箱/,
    send: '发送预授权',
    list: '已发送的预授权',
    waiting: /^待接受/,
    accepted: '已接受',
    systems: '加入后您将获得以下系统的授权：',
    name: '姓名',
    userName: '用户名',
    password: '密码',
    again: '确认密码',
    position: '职位',
    phone: '手机号',
    register: '注册并加入',
    done: /已加入，请登录$/,
    offers: '待接受的授权',
    accept: /^接受/,
    settingUp: '已接受，正在业务系统中开通…',
    other: /另一个邮箱/,
    types: ['接受预授权', '发送预授权'],
  },
  en: {
    emails: /^E-?mail addresses/,
    send: 'Send pre-authorisation',
    list: 'Sent pre-authorisations',
    waiting: /^Waiting/,
    accepted: 'Accepted',
    systems: 'By joining you are authorised for:',
    name: 'Full name',
    userName: 'User name',
    password: 'Password',
    again: 'Confirm new password',
    position: 'Position',
    phone: 'Phone',
    register: 'Register and join',
    done: /^Joined/,
    offers: 'Waiting for you to accept',
    accept: /^Accept/,
    settingUp: 'Accepted; the trial system is setting it up…',
    other: /another e-mail address/,
    types: ['Accept pre-authorisation', 'Send pre-authorisation'],
  },
} as const

const EDC = /EDC|电子数据采集|Electronic data capture/
const PASSWORD = 'Quite9newhere'

const demo = sharedDemo()
const browser = sharedBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Chooses a study, a site, a module role and a role in an environment, and opens the choice of people. */
async function fillPanel({ page, locale }: Visit): Promise<Locator> {
  const words = SHARED[locale]
  await column(page, 'project').getByRole('radio').first().check()
  await column(page, 'sites').getByRole('checkbox', { name: /S01/ }).first().check()
  await pick(column(page, 'moduleRoles'), words.granted.moduleRole)
  const part = (name: string) =>
    column(page, 'roleEnvironment').getByRole('radiogroup', { name, exact: true })
  await pick(part(words.role), words.granted.role)
  await pick(part(words.environment), words.granted.environment)
  await page.getByRole('button', { name: words.chooseUsers }).click()
  const dialog = page.getByRole('dialog', { name: words.chooseUsers })
  await dialog.getByRole('combobox', { name: words.role }).click()
  // Nobody who is new becomes an administrator by the way.
  await page.getByRole('option', { name: /研究成员|Study member/ }).click()
  await dialog.getByRole('combobox', { name: words.userType }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  return dialog
}

describe.each(LOCALES)('a pre-authorisation in %s', (locale) => {
  test('is accepted by registering, and leads to the system', () =>
    visit({ browser, demo, locale, name: `pre-authorisation-${locale}` }, async (it) => {
      const { page, origin, picture } = it
      const words = WORDS[locale]
      const shared = SHARED[locale]
      const email = `offered.${locale}@example.org`
      const tenant = await tenantOf(demo, 'investigator')
      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'projectManager/authorization')
      await choosePanel(it, tenant, EDC)
      const dialog = await fillPanel(it)
      await button(page, words.send).click()
      await dialog.getByRole('alert').first().waitFor()
      await dialog.getByRole('textbox', { name: words.emails }).fill(email)
      await picture('people')
      await button(page, words.send).click()
      const result = page.getByRole('dialog', { name: shared.result })
      await result.getByRole('heading', { name: shared.succeeded(1) }).waitFor()
      await accessible(page)
      await picture('result')
      await result.getByRole('button', { name: shared.close, exact: true }).click()
      const row = page.getByRole('region', { name: words.list }).getByRole('row', { name: email })
      await row.getByText(words.waiting).waitFor()
      await accessible(page)
      await picture('sent')

      const { values, locale: written } = await sent(demo, 'preauthorisation', email)
      expect(written).toBe(locale)
      expect(values.link?.startsWith(`${origin}/register?key=`)).toBe(true)
      await signOut(it)
      await page.goto(values.link ?? '')
      await page.getByRole('region', { name: words.systems }).getByText(EDC).waitFor()
      await accessible(page)
      await fill(page, field(page, words.name), locale === 'zh' ? '王敏' : 'Min Wang')
      await fill(page, field(page, words.userName), `offered.${locale}`)
      await fill(page, field(page, words.password), PASSWORD)
      await fill(page, field(page, words.again), PASSWORD)
      await reach(page, field(page, words.position))
      await page.keyboard.press('ArrowDown')
      await fill(page, field(page, words.phone), '13900139000')
      await picture('register')
      await button(page, words.register).click()
      await page.getByText(words.done).waitFor()

      await fill(page, field(page, words.password), PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/softIndex')
      const open = page.getByRole('link', { name: shared.open }).first()
      // What was accepted is set up meanwhile; the page shows it by itself.
      await open.waitFor({ timeout: 30_000 })
      await picture('chooser')
      const system = await leaveFor(it, () => open.click())
      await system.getByText(shared.granted.role).first().waitFor()
      const answer = await system.request.get(new URL('/whoami', system.url()).href)
      expect(await answer.json()).toMatchObject({
        signedIn: true,
        login: `offered.${locale}`,
        studies: [{ roles: [{ role: 'investigator', environment: 'prod' }], sites: ['S01'] }],
      })
    }))

  test('is accepted in the portal by a member, and by nobody else', () =>
    visit({ browser, demo, locale, name: `pre-authorised-member-${locale}` }, async (it) => {
      const { page, origin, picture } = it
      const words = WORDS[locale]
      const shared = SHARED[locale]
      const member = locale === 'zh' ? 'investigator' : 'monitor'
      const email = `${member}@demo.example.com`
      const tenant = await tenantOf(demo, member)
      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'projectManager/authorization')
      await choosePanel(it, tenant, EDC)
      const dialog = await fillPanel(it)
      await dialog.getByRole('textbox', { name: words.emails }).fill(email)
      await button(page, words.send).click()
      const result = page.getByRole('dialog', { name: shared.result })
      await result.getByRole('heading', { name: shared.succeeded(1) }).waitFor()
      await result.getByRole('button', { name: shared.close, exact: true }).click()
      const { values } = await sent(demo, 'preauthorisation', email)
      expect(values.link?.startsWith(`${origin}/softIndex?key=`)).toBe(true)

      // The administrator has the link, and another address.
      await page.goto(values.link ?? '')
      await page.getByText(words.other).waitFor()
      await accessible(page)
      await picture('somebody-else')
      await page.goto(`${origin}/softIndex`)
      await signOut(it)

      await signInAtPage(it, member, demo.password)
      await page.goto(values.link ?? '')
      const offers = page.getByRole('region', { name: words.offers })
      await offers.getByText(EDC).first().waitFor()
      await accessible(page)
      await picture('offer')
      await offers.getByRole('button', { name: words.accept }).click()
      await offers.waitFor({ state: 'detached', timeout: 30_000 })
      await page.getByRole('link', { name: shared.open }).first().waitFor()
      await page.goto(`${origin}/softIndex`)
      await signOut(it)

      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'projectManager/authorizationHistory')
      const rows = page.getByRole('row').filter({ hasText: email })
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(2)
      for (const [at, type] of words.types.entries()) await rows.nth(at).getByText(type).waitFor()
      await accessible(page)
      await picture('history')
      await openScreen(it, 'projectManager/authorization')
      await choosePanel(it, tenant, EDC)
      const row = page.getByRole('region', { name: words.list }).getByRole('row', { name: email })
      await row.getByText(words.accepted, { exact: true }).waitFor({ timeout: 30_000 })
      await picture('accepted')
    }))
})
