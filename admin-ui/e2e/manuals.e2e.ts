import { expect, test } from 'vitest'
import { type Visit, visit } from './support/browser'
import { type Demo, startDemo } from './support/demo'
import { sharedBrowser } from './support/shared'
import {
  authorise,
  choosePanel,
  closeResult,
  column,
  leaveFor,
  loseSession,
  offered,
  openScreen,
  pick,
  signInAtPage,
  signOut,
  tenantOf,
} from './support/steps'
import { LOCALES, WORDS } from './support/words'

// What the manuals tell people to do can be done, in their order; on the way their pictures are
// taken, where CARDEA_MANUAL_PICTURES names a folder for them.

const USER = 'investigator'
/** Who is authorised in RTSM, CTMS and eTMF. */
const MONITOR = 'monitor'

const browser = sharedBrowser()

test.each(LOCALES)('the tasks of the manuals, in %s', async (locale) => {
  const demo = await startDemo()
  try {
    await visit({ browser, demo, locale, name: `manuals-${locale}`, manual: true }, async (it) => {
      await administer(it, demo)
      await chooseAmongSystems(it, demo)
      await work(it, demo)
    })
  } finally {
    await demo.stop()
  }
})

/** The account centre's manual, and the part for administrators of the EDC manual. */
async function administer(it: Visit, demo: Demo): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await signInAtPage(it, 'admin', demo.password)
  for (const screen of ['tenant', 'user']) {
    await openScreen(it, `systemManger/${screen}`)
    await page.getByRole('row').nth(2).waitFor()
    if (screen === 'user') await it.picture('users')
    if (screen === 'user') {
      await page.getByRole('button', { name: words.create }).click()
      // It is asked first whose they are: of the platform, then.
      await page.getByRole('dialog').getByRole('link').first().click()
    } else {
      await page.getByRole('link', { name: words.create }).click()
    }
    await page.waitForURL('**/create')
    await page.locator('form').getByRole('textbox').first().waitFor()
    await it.picture(`${screen}-form`)
  }
  for (const [screen, title] of [
    ['client', 'clients'],
    ['signingKey', 'signing-keys'],
  ] as const) {
    await openScreen(it, `software/${screen}`)
    await page.getByRole('row').nth(2).waitFor()
    await it.picture(title)
  }
  await openScreen(it, 'projectManager/userAllowed')
  await choosePanel(it, await tenantOf(demo, USER), /EDC|电子数据采集|Electronic data capture/)
  await fillPanel(it)
  const result = await authorise(it, USER, () => it.picture('people'))
  await result.getByRole('heading', { name: words.succeeded(1) }).waitFor()
  await it.picture('result')
  await closeResult(it, result)
  await signOut(it)
}

async function fillPanel(it: Visit): Promise<void> {
  const { page, locale } = it
  const { granted, role, environment } = WORDS[locale]
  await column(page, 'project').getByRole('radio').first().waitFor()
  const [project] = await offered(page, 'project', () => page.reload())
  if (!project) throw new Error('no study is offered')
  const [site] = await offered(page, 'sites', () => pick(column(page, 'project'), project))
  if (!site) throw new Error('no site is offered')
  await pick(column(page, 'sites'), site)
  await pick(column(page, 'moduleRoles'), granted.moduleRole)
  const part = (name: string) =>
    column(page, 'roleEnvironment').getByRole('radiogroup', { name, exact: true })
  await pick(part(role), granted.role)
  await pick(part(environment), granted.environment)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await it.picture('panel')
  if (size) await page.setViewportSize(size)
}

/** The manuals of RTSM, CTMS and eTMF. */
async function chooseAmongSystems(it: Visit, demo: Demo): Promise<void> {
  const { page, origin } = it
  await signInAtPage(it, MONITOR, demo.password)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1120, height: 400 })
  for (const system of [/RTSM/, /CTMS/, /eTMF/])
    await page.getByRole('link', { name: system }).first().waitFor()
  await it.picture('systems')
  await page.goto(`${origin}/projectListRTSM`)
  await page.getByRole('main').getByRole('link').nth(1).waitFor()
  await it.picture('rtsm-studies')
  if (size) await page.setViewportSize(size)
  await signOut(it)
}

/** The general manual, and the EDC manual's. */
async function work(it: Visit, demo: Demo): Promise<void> {
  const { page, origin, locale } = it
  const words = WORDS[locale]
  await signInAtPage(it, USER, demo.password)
  const card = page.getByRole('link', { name: words.open })
  await card.waitFor()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1120, height: 400 })
  await it.picture('chooser')

  const userMenu = page.getByRole('button', { name: words.userMenuOf })
  await userMenu.click()
  await it.picture('user-menu')
  if (size) await page.setViewportSize(size)
  await page.getByRole('menuitem').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(USER, { exact: true }).waitFor()
  await it.picture('personal')
  await page.keyboard.press('Escape')
  await userMenu.click()
  await page.getByRole('menuitem').nth(1).click()
  await dialog.getByLabel(words.currentPassword, { exact: true }).waitFor()
  await it.picture('change-password')
  await page.keyboard.press('Escape')

  await page.goto(`${origin}/tenantListEDC`)
  await card.waitFor()
  await page.setViewportSize({ width: 1120, height: 400 })
  await it.picture('edc-tenants')
  if (size) await page.setViewportSize(size)

  // The page stays and goes on.
  await page.goto(`${origin}/account/sessions`)
  await page.locator('a[href="/account/signIns"]').waitFor()
  await page.getByRole('main').getByRole('button').first().waitFor()
  await loseSession(it)
  await page.locator('a[href="/account/signIns"]').click()
  await dialog.getByLabel(words.password, { exact: true }).waitFor()
  await it.picture('timeout')
  await dialog.getByLabel(words.password, { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${origin}/tenantListEDC`)
  await card.waitFor()

  const system = await leaveFor(it, () => card.click())
  await system.getByText(words.granted.role).first().waitFor()
  await it.picture('arrival', system)
  await system.goto(`${origin}/helpEDC`)
  expect(await system.getByRole('heading', { level: 1 }).textContent()).toContain('EDC')
}
