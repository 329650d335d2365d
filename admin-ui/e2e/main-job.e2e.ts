import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import {
  authorise,
  type Choice,
  choosePanel,
  closeResult,
  column,
  leaveFor,
  offered,
  openScreen,
  pick,
  signInAtPage,
  signOut,
  tenantOf,
} from './support/steps'
import { LOCALES, WORDS } from './support/words'

/** What a trial system says of the person who arrived (the simulator's `/whoami`). */
interface Arrival {
  signedIn: boolean
  login: string
  studies: {
    study: string
    environment: string
    sites: string[]
    roles: { role: string; environment: string }[]
    moduleRoles: string[]
  }[]
}

/** What the administrator granted, as the panel showed it. */
interface Granted {
  project: Choice
  sites: Choice[]
}

const USER = 'investigator'
/** The system's name in either language. */
const EDC = /EDC|电子数据采集|Electronic data capture/

const browser = sharedBrowser()

describe.each(LOCALES)('the main job in %s', (locale) => {
  const demo = sharedDemo()

  test('what an administrator grants is what the user arrives with', () =>
    visit({ browser, demo, locale, name: `main-job-${locale}`, documents: true }, async (it) => {
      const tenant = await tenantOf(demo, USER)

      await signInAtPage(it, 'admin', demo.password)
      await openScreen(it, 'projectManager/userAllowed')
      await choosePanel(it, tenant, EDC)
      const granted = await fillPanel(it)
      await succeeds(it, await authorise(it, USER))
      await signOut(it)

      await signInAtPage(it, USER, demo.password)
      await systemLink(it).waitFor()
      await it.picture('chooser')
      await beginsAtTheSystem(it)
      // The system's own list leads there as well.
      await it.page.goto(`${it.origin}/tenantListEDC`)
      await it.page.getByRole('heading', { name: EDC, level: 1 }).waitFor()
      await systemLink(it).waitFor()
      await accessible(it.page)
      await it.picture('edc-tenants')
      await beginsAtTheSystem(it)
      const system = await leaveFor(it, () => systemLink(it).click())
      await arrivesWith(system, it, granted)
    }))
})

/** Chooses a study, some of its sites, a module role, and a role in an environment. */
async function fillPanel(it: Visit): Promise<Granted> {
  const { page, locale } = it
  const words = WORDS[locale]
  // What is asked now is not to be taken for what is asked after the reload.
  await column(page, 'project').getByRole('radio').first().waitFor()
  // The address names tenant and system: the panel that is loaded again is the same.
  const [project] = await offered(page, 'project', () => page.reload())
  if (!project) throw new Error('no study is offered')
  const sites = await offered(page, 'sites', () => pick(column(page, 'project'), project))
  const chosen = sites.slice(0, Math.max(1, sites.length - 1))
  expect(chosen.length, 'a site is left out, so that too much can be noticed').toBeLessThan(
    sites.length,
  )
  for (const site of chosen) await pick(column(page, 'sites'), site)

  await pick(column(page, 'moduleRoles'), words.granted.moduleRole)
  const pairs = column(page, 'roleEnvironment')
  const part = (name: string) => pairs.getByRole('radiogroup', { name, exact: true })
  await pick(part(words.role), words.granted.role)
  await pick(part(words.environment), words.granted.environment)
  await it.picture('panel')
  return { project, sites: chosen }
}

/** Sees one success and no failure, and closes the result. */
async function succeeds(it: Visit, result: Locator): Promise<void> {
  const words = WORDS[it.locale]
  await result.getByRole('heading', { name: words.succeeded(1) }).waitFor()
  await result.getByRole('heading', { name: words.failed(0) }).waitFor()
  await it.picture('result')
  await closeResult(it, result)
}

function systemLink({ page, locale }: Visit): Locator {
  const name = WORDS[locale].open
  return page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
}

/** The link begins the sign-in at the system, for this user (OpenID Connect Core, section 4). */
async function beginsAtTheSystem(it: Visit): Promise<void> {
  const address = new URL((await systemLink(it).getAttribute('href')) ?? '')
  expect(address.origin).not.toBe(it.origin)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    iss: it.origin,
    login_hint: USER,
    target_link_uri: `${address.origin}/`,
  })
}

/** The user is signed in at the trial system, with exactly the access that was granted. */
async function arrivesWith(system: Page, it: Visit, granted: Granted): Promise<void> {
  const words = WORDS[it.locale]
  await system.getByText(words.granted.role).first().waitFor()
  await it.picture('arrival', system)
  const answer = await system.request.get(new URL('/whoami', system.url()).href)
  const arrival = (await answer.json()) as Arrival

  expect(arrival).toMatchObject({ signedIn: true, login: USER })
  expect(arrival.studies).toHaveLength(1)
  const [access] = arrival.studies
  expect(access).toMatchObject({
    environment: 'prod',
    roles: [{ role: 'investigator', environment: 'prod' }],
    moduleRoles: ['data-entry'],
  })
  expect(granted.project.label).toContain(access?.study)
  const named = (access?.sites ?? []).map((code) => sitesNamed(code, granted.sites))
  expect(named.flat().sort()).toEqual(granted.sites.map((site) => site.id).sort())
  expect(access?.sites).toHaveLength(granted.sites.length)
}

/** The sites whose text holds a code as a word of its own. */
function sitesNamed(code: string, sites: Choice[]): string[] {
  const words = ({ label, note }: Choice) => `${label} ${note ?? ''}`.split(/[\s()（）·,，:：]+/)
  return sites.filter((site) => words(site).includes(code)).map((site) => site.id)
}
