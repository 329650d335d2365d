import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible, accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import type { Message } from './support/demo'
import { sharedBrowser, sharedDemo } from './support/shared'
import { placeForSystem, startSimulator } from './support/simulator'
import {
  authorise,
  chooseMore,
  choosePanel,
  closeResult,
  column,
  leaveFor,
  pick,
  signInAtPage,
} from './support/steps'
import { WORDS } from './support/words'

// The whole main job on a server that has nothing, in the browser alone: the administrator follows what the home
// says is missing, in Chinese; the person who is invited does their part in English.

const ADMIN = { userName: 'first.admin', fullName: '林静', password: 'Quite1first' }
const PERSON = { userName: 'dr.reed', fullName: 'Ann Reed', password: 'Quite9newhere' }
const EMAIL = 'ann.reed@example.org'
const TENANT = '曙光医药'
const STUDY = '曙光一号研究'
const CODE = 'SG-001'
const SITE = '曙光医院'
const LEFT_OUT = '远山医院'
const CLIENT = 'edc-shuguang'
const API_KEY = 'between-cardea-and-edc'
const EDC = /EDC/

/** The steps of the home in the order in which they are taken. */
const STEPS = {
  tenant: '新增租户',
  study: '新增项目',
  site: '登记中心',
  tenantSite: '将中心加入租户',
  studySite: '为项目选择中心',
  software: '登记业务系统',
  domain: '填写租户的系统域名',
  client: '登记系统的接入客户端',
  licence: '给予租户系统许可',
  binding: '为项目配置系统',
  people: '邀请或加入人员',
  authorisation: '授权人员',
} as const

const server = sharedDemo({ command: 'serve' })
const browser = sharedBrowser()

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** The first steps on the home. */
const steps = (page: Page) => page.getByRole('region', { name: '开始使用' })

/** Goes home, and from there to the step that is next. */
async function next({ page }: Visit, step: string): Promise<void> {
  await page.getByRole('link', { name: '首页', exact: true }).click()
  await steps(page)
    .getByRole('link', { name: `前往 ${step}`, exact: true })
    .click()
}

/** Fills in lines by what their labels begin with. */
async function lines(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await within.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
  }
}

/** Chooses an option of a field: the one of that name, else the first. */
async function choose(
  page: Page,
  within: Page | Locator,
  field: string,
  option?: string,
): Promise<void> {
  await within.getByRole('combobox', { name: new RegExp(`^${field}`) }).click()
  const options = page.getByRole('option', option ? { name: option } : {})
  await options.first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function save(page: Page, within: Page | Locator = page): Promise<void> {
  await button(within, '保存').click()
  await page.getByText('新增成功').first().waitFor()
}

/** The first administrator is made by the link that the server printed, and signs in. */
async function setUp(it: Visit): Promise<void> {
  const { page, origin } = it
  const link = /^\s*(\S+\/setUp\?key=\S+)$/m.exec(server.log())?.[1] ?? ''
  await page.goto(link)
  const typed = {
    姓名: ADMIN.fullName,
    用户名: ADMIN.userName,
    邮箱: 'first@example.org',
    手机号: '13900139000',
    密码: ADMIN.password,
    确认密码: ADMIN.password,
  }
  for (const [name, value] of Object.entries(typed)) {
    await page.getByLabel(name, { exact: true }).fill(value)
  }
  await page.keyboard.press('Enter')
  await page.getByText('管理员已创建，请登录', { exact: true }).waitFor()
  const words = WORDS[it.locale]
  await page.getByLabel(words.userName, { exact: true }).fill(ADMIN.userName)
  await page.getByLabel(words.password, { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/index`)
}

async function makeTenantAndStudy(it: Visit): Promise<void> {
  const { page } = it
  await next(it, STEPS.tenant)
  await lines(page, { 名称: TENANT, 简称: '曙光' })
  await choose(page, page, '类别')
  await save(page)

  await next(it, STEPS.study)
  await button(page, '新增租户项目').click()
  const dialog = page.getByRole('dialog', { name: '新增租户项目' })
  await lines(dialog, { 项目名称: STUDY, 项目编号: CODE, 方案编号: 'SG-001-P1', 负责人: '李娜' })
  await lines(dialog, { 简称: 'SG-001', 全称: '评价曙光一号的有效性和安全性' })
  await lines(dialog, { 中心数量: '2', 受试者数量: '20' })
  await save(page, dialog)
}

/** Two research centres of the platform become the tenant's, and the study's. */
async function makeSites(it: Visit): Promise<void> {
  const { page } = it
  for (const [at, site] of [SITE, LEFT_OUT].entries()) {
    if (at === 0) await next(it, STEPS.site)
    else await page.getByRole('link', { name: /^新增/ }).first().click()
    await lines(page, { 名称: site })
    await choose(page, page, '级别')
    await choose(page, page, '类型')
    await save(page)
  }
  const take = async (site: string, more: (dialog: Locator) => Promise<void>) => {
    await button(page, '新增中心').click()
    await button(page.getByRole('dialog', { name: '选择中心' }), site).click()
    const dialog = page.getByRole('dialog', { name: '新增中心' })
    await more(dialog)
    await save(page, dialog)
    await dialog.waitFor({ state: 'detached' })
  }
  await next(it, STEPS.tenantSite)
  await page.getByRole('combobox', { name: '租户', exact: true }).click()
  await page.getByRole('option', { name: TENANT, exact: true }).click()
  for (const site of [SITE, LEFT_OUT]) await take(site, async () => undefined)

  await next(it, STEPS.studySite)
  await button(page, STUDY).click()
  for (const [at, site] of [SITE, LEFT_OUT].entries()) {
    await take(site, (dialog) => lines(dialog, { 编号: `0${at + 1}` }))
  }
}

/** The system, where the tenant's is, its client with its secret, and the licence. Answers the secret. */
async function makeSystem(it: Visit, base: string): Promise<string> {
  const { page } = it
  await next(it, STEPS.software)
  await lines(page, { 名称: 'EDC', 网页端编号: '020', 移动端编号: 'M020', appKey: 'app-key' })
  await lines(page, { 自动退出时间: '30', 排序: '1' })
  await choose(page, page, '授权类型', '数据采集')
  await save(page)

  await next(it, STEPS.domain)
  await choose(page, page, '租户', TENANT)
  await choose(page, page, '系统', 'EDC')
  await lines(page, { 名称: '曙光 EDC', PC域名: `${base}/`, 移动端域名: base })
  await lines(page, { 服务地址: base, 接口凭证: API_KEY })
  await save(page)

  await next(it, STEPS.client)
  await lines(page, { 名称: '曙光 EDC', '客户端 ID': CLIENT })
  await choose(page, page, '租户', TENANT)
  await choose(page, page, '域名', '曙光 EDC')
  await lines(page, { 回调地址: `${base}/callback`, 退出后的地址: `${base}/` })
  await lines(page, { 启动地址: `${base}/login` })
  await button(page, '保存').click()
  const once = page.getByRole('dialog', { name: '请立即保存' })
  const secret = (await once.getByRole('button', { name: /^复制 / }).textContent()) ?? ''
  await button(once, '我已保存').click()

  await next(it, STEPS.licence)
  await choose(page, page, '租户', TENANT)
  await choose(page, page, '系统', 'EDC')
  await save(page)

  await next(it, STEPS.binding)
  await page.getByRole('checkbox', { name: `${STUDY} · EDC` }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog, '软件域名')
  await lines(dialog, {
    角色接口请求地址: `${base}/role-api`,
    角色接口回调地址: `${base}/callback-api`,
  })
  await save(page, dialog)
  return secret
}

/** Invites the person; the link out of their mailbox. */
async function invite(it: Visit): Promise<string> {
  const { page } = it
  await next(it, STEPS.people)
  await chooseMore(it, '邮件邀请')
  const dialog = page.getByRole('dialog', { name: '邀请' })
  const tenant = dialog.getByRole('combobox', { name: '租户', exact: true })
  await expect.poll(() => tenant.inputValue(), { timeout: 30_000 }).toBe(TENANT)
  await dialog.getByRole('textbox', { name: /^邮箱/ }).fill(EMAIL)
  await choose(page, dialog, '租户角色', '研究成员')
  await choose(page, dialog, '类型')
  await button(dialog, '发送邀请').click()
  await dialog.getByText(EMAIL).waitFor()
  await button(dialog, '关闭').click()
  const sent = async () =>
    (await server.outbox()).find(({ purpose, to }) => purpose === 'invitation' && to === EMAIL)
  await expect.poll(sent, { timeout: 30_000 }).toBeDefined()
  return ((await sent()) as Message).values.link ?? ''
}

/** The invited person makes their account. */
async function register({ page }: Visit, link: string): Promise<void> {
  await page.goto(link)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Full name').fill(PERSON.fullName)
  await field('User name').fill(PERSON.userName)
  await field('Password').fill(PERSON.password)
  await field('Confirm new password').fill(PERSON.password)
  await field('Phone').fill('13800138000')
  await page.getByLabel('Position').selectOption({ index: 1 })
  await button(page, 'Register and join').click()
  await page.getByText(/^Joined/).waitFor()
}

/** One study, one of its two sites, one module role, and one role in production. */
async function grant(it: Visit): Promise<void> {
  const { page } = it
  const words = WORDS[it.locale]
  await next(it, STEPS.authorisation)
  await choosePanel(it, TENANT, EDC)
  await pick(column(page, 'project'), CODE)
  await column(page, 'sites').getByRole('checkbox', { name: SITE }).check()
  await pick(column(page, 'moduleRoles'), words.granted.moduleRole)
  const part = (name: string) =>
    column(page, 'roleEnvironment').getByRole('radiogroup', { name, exact: true })
  await pick(part(words.role), words.granted.role)
  await pick(part(words.environment), words.granted.environment)
  const result = await authorise(it, PERSON.userName)
  await result.getByRole('heading', { name: words.succeeded(1) }).waitFor()
  await closeResult(it, result)
}

test('from an empty folder to a person who arrives with exactly the role that was granted', async () => {
  const place = await placeForSystem()
  let stop = async () => {}
  try {
    await visit({ browser, demo: server, locale: 'zh', name: 'from-nothing-zh' }, async (it) => {
      const { page } = it
      await setUp(it)
      await steps(page).getByText('已完成 0/13').waitFor()
      await accessibleInBoth(page)
      await it.picture('home-empty')
      await makeTenantAndStudy(it)
      await makeSites(it)
      const clientSecret = await makeSystem(it, place.base)
      stop = await startSimulator(place, {
        issuer: it.origin,
        clientId: CLIENT,
        clientSecret,
        apiKey: API_KEY,
      })
      const link = await invite(it)
      await visit(
        { browser, demo: server, locale: 'en', name: 'from-nothing-register' },
        (person) => register(person, link),
      )
      await grant(it)
      await page.getByRole('link', { name: '首页', exact: true }).click()
      await steps(page).getByText('所有步骤均已完成。').waitFor()
      await accessible(page)
      await it.picture('home-done')
    })
    await visit({ browser, demo: server, locale: 'en', name: 'from-nothing-en' }, async (it) => {
      await signInAtPage(it, PERSON.userName, PERSON.password)
      const open = it.page.getByRole('link', { name: /^Open .*EDC/ }).first()
      const system = await leaveFor(it, () => open.click())
      await system.getByText(WORDS.en.granted.role).first().waitFor()
      const answer = await system.request.get(new URL('/whoami', system.url()).href)
      expect(await answer.json()).toMatchObject({
        signedIn: true,
        login: PERSON.userName,
        studies: [
          {
            study: CODE,
            environment: 'prod',
            sites: ['01'],
            roles: [{ role: 'investigator', environment: 'prod' }],
            moduleRoles: ['data-entry'],
          },
        ],
      })
    })
  } finally {
    await stop()
  }
}, 300_000)
