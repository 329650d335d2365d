import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { Caller } from './support/caller'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// A study from nothing to authorised software: it is written down, a site is chosen for it and gets its code, and EDC
// is configured for it, and taken away again. And a tenant's administrator, who finds their own tenant and no other.

const WORDS = {
  zh: {
    addStudy: '新增租户项目',
    fields: [
      ['项目名称', 'name'],
      ['项目编号', 'code'],
      ['方案编号', 'P-1'],
      ['负责人', '王教授'],
      ['简称', 'AUR'],
      ['全称', 'Aurora study'],
      ['中心数量', '3'],
      ['受试者数量', '120'],
    ],
    save: '保存',
    added: '新增成功',
    searchStudies: '按名称或编号搜索项目',
    addSite: '新增中心',
    chooseSite: '选择中心',
    siteCode: '编号',
    matrix: '项目名称或编号',
    configure: '配置',
    domain: /^软件域名/,
    request: '角色接口请求地址',
    callback: '角色接口回调地址',
    cancel: '取消配置',
    confirm: '确定',
    deleted: '删除成功',
    tenant: /^租户/,
  },
  en: {
    addStudy: 'Add a study',
    fields: [
      ['Study name', 'name'],
      ['Study code', 'code'],
      ['Plan code', 'P-1'],
      ['Person in charge', 'Prof. Wang'],
      ['Abbreviated name', 'AUR'],
      ['Full name', 'Aurora study'],
      ['Number of sites', '3'],
      ['Number of subjects', '120'],
    ],
    save: 'Save',
    added: 'Added successfully',
    searchStudies: 'Search studies by name or code',
    addSite: 'Add a site',
    chooseSite: 'Choose a site',
    siteCode: 'Code',
    matrix: 'Name or code of a study',
    configure: 'Configure',
    domain: /^Domain/,
    request: 'Request address of the role API',
    callback: 'Callback address of the role API',
    cancel: 'Cancel the configuration',
    confirm: 'Confirm',
    deleted: 'Deleted successfully',
    tenant: /^Tenant/,
  },
} as const

const demo = sharedDemo()
const browser = sharedBrowser()

const studyOf = (locale: Locale) => ({ name: `Aurora ${locale}`, code: `AUR-${locale}` })

const button = (within: Visit['page'] | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

const field = (within: Locator, name: string) => within.getByRole('textbox', { name })

/** The id of the tenant of this administrator. */
async function ownTenant(): Promise<string> {
  const caller = new Caller(demo.origin)
  await caller.signIn('tenant.admin', demo.password)
  const [tenant] = await caller.call<{ code: string }[]>('/api/tenant/combobox')
  if (!tenant) throw new Error('tenant.admin belongs to no tenant')
  return tenant.code
}

/** Opens a screen about a tenant. */
async function open({ page, origin }: Visit, path: string, tenant: string): Promise<void> {
  await page.goto(`${origin}/index/${path}?tenant=${encodeURIComponent(tenant)}`)
}

async function addStudy({ page, locale, picture }: Visit): Promise<void> {
  const words = WORDS[locale]
  const study: Record<string, string> = studyOf(locale)
  await button(page, words.addStudy).click()
  const dialog = page.getByRole('dialog', { name: words.addStudy })
  for (const [name, value] of words.fields) {
    await field(dialog, name)
      .first()
      .fill(study[value] ?? value)
  }
  await accessible(page)
  await picture('study-set-up-form')
  await button(dialog, words.save).click()
  await page.getByText(words.added).first().waitFor()
  await page.getByRole('cell', { name: studyOf(locale).name, exact: true }).waitFor()
}

async function addSite({ page, locale, picture }: Visit): Promise<void> {
  const words = WORDS[locale]
  const { name } = studyOf(locale)
  await page.getByRole('searchbox', { name: words.searchStudies }).fill(name)
  await button(page, name).click()
  await button(page, words.addSite).click()
  const picker = page.getByRole('dialog', { name: words.chooseSite })
  const first = picker.getByRole('cell').first().getByRole('button')
  const site = (await first.textContent()) ?? ''
  await first.click()
  const dialog = page.getByRole('dialog', { name: words.addSite })
  await field(dialog, words.siteCode).fill('S-01')
  await button(dialog, words.save).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'S-01', exact: true }).waitFor()
  await page.getByRole('cell', { name: site, exact: true }).first().waitFor()
  await accessible(page)
  await picture('study-set-up-sites')
}

/** EDC for the study, and no longer. */
async function configure({ page, locale, picture }: Visit): Promise<void> {
  const words = WORDS[locale]
  const { name } = studyOf(locale)
  await page.getByRole('searchbox', { name: words.matrix }).fill(name)
  const check = page.getByRole('checkbox', { name: new RegExp(`^${name} · .*EDC`) })
  expect(await check.isChecked()).toBe(false)
  // The list is another once the search has settled.
  await expect.poll(() => page.locator('tbody tr').count(), { timeout: 30_000 }).toBe(1)
  await check.click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${words.configure}`) })
  await dialog.getByRole('combobox', { name: words.domain }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  for (const each of [words.request, words.callback]) {
    await field(dialog, each).fill('http://127.0.0.1:9/role-api')
  }
  await accessible(page)
  await picture('study-set-up-software')
  await button(dialog, words.save).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => check.isChecked(), { timeout: 30_000 }).toBe(true)

  await page.getByRole('button', { name: new RegExp(`^${words.cancel}.*${name}`) }).click()
  const question = page.getByRole('dialog')
  await button(question, words.confirm).click()
  await page.getByText(words.deleted).first().waitFor()
  await expect.poll(() => check.isChecked(), { timeout: 30_000 }).toBe(false)
}

test.each(LOCALES)('a study is set up from nothing (%s)', (locale) =>
  visit({ browser, demo, locale, name: `study-set-up-${locale}` }, async (it) => {
    const tenant = await ownTenant()
    await signIn(it, 'admin', demo.password)
    await open(it, 'tenantManager/tenantPorject', tenant)
    await addStudy(it)
    await open(it, 'projectManager/projectSite', tenant)
    await addSite(it)
    await open(it, 'projectManager/softAllowed', tenant)
    await configure(it)
  }),
)

/** A tenant that is not theirs. */
async function another(own: string): Promise<string> {
  const admin = new Caller(demo.origin)
  await admin.signIn('admin', demo.password)
  const tenants = (await (await admin.fetch('/api/admin/tenants')).json()) as { id: string }[]
  const [other] = tenants.filter(({ id }) => id !== own)
  if (!other) throw new Error('there is no other tenant')
  return other.id
}

test.each(LOCALES)('a tenant’s administrator finds their own tenant alone (%s)', (locale) =>
  visit(
    { browser, demo, locale, name: `study-set-up-own-${locale}`, expected: [/404/] },
    async (it) => {
      const { page } = it
      const own = await ownTenant()
      await signIn(it, 'tenant.admin', demo.password)
      const of = async (path: string) =>
        page.evaluate(async (address) => {
          const headers = { 'X-Requested-With': 'cardea' }
          const answer = await fetch(address, { headers })
          return { status: answer.status, body: (await answer.json()) as unknown }
        }, `/api/admin/${path}`)
      const listed = (await of('studies?range=[0,99]')).body as { tenantId: string }[]
      expect(new Set(listed.map(({ tenantId }) => tenantId))).toEqual(new Set([own]))
      await open(it, 'tenantManager/tenantPorject', own)
      await page.getByRole('combobox', { name: WORDS[locale].tenant }).click()
      await expect.poll(() => page.getByRole('option').count()).toBe(1)
      await page.keyboard.press('Escape')
      // What another tenant has is not there, whoever asks by its id.
      expect((await of(`tenants/${await another(own)}`)).status).toBe(404)
    },
  ),
)
