import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import {
  authorise,
  choosePanel,
  closeResult,
  column,
  openScreen,
  pick,
  signIn,
  tenantOf,
} from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// The panels of RTSM, CTMS and eTMF, from the selection to the result; then the person opens each system and has the
// roles. EDC's is in main-job.

const USER = 'investigator'
/** The study that everything is granted in. */
const STUDY = 'HK-101'

/** What the system says of whom it refuses. */
const REFUSED = /this user was refused/

const TEXTS = {
  zh: {
    rtsm: { sub: '主研究', role: '药师', visible: '揭盲后可见', missing: /请至少选择一个角色/ },
    ctms: { missing: '请选择一个租户角色', tenantRole: '租户成员', role: '临床监查员' },
    etmf: { missing: '请最少选择一个项目角色', tenantRole: '档案成员', role: '文档负责人' },
    all: '全选当前列表',
  },
  en: {
    rtsm: {
      sub: 'Main study',
      role: 'Pharmacist',
      visible: 'Visible after unblinding',
      missing: /Please select at least one role/,
    },
    ctms: {
      missing: 'Please select a tenant role',
      tenantRole: 'Tenant member',
      role: 'Clinical research associate',
    },
    etmf: {
      missing: 'Please select at least one project role',
      tenantRole: 'Archive member',
      role: 'Document owner',
    },
    all: 'Select all shown',
  },
} satisfies Record<Locale, object>

const browser = sharedBrowser()
const demo = sharedDemo()

/** The addresses of the systems, which the demonstration prints. */
function addressOf(system: string): string {
  const [, address] = new RegExp(`^${system} +(http\\S+)$`, 'm').exec(demo.log()) ?? []
  if (!address) throw new Error(`${system} has no address`)
  return address
}

describe.each(LOCALES)('the panels in %s', (locale) => {
  test('what is granted in RTSM, CTMS and eTMF is what the user arrives with', () =>
    visit({ browser, demo, locale, name: `panels-${locale}` }, async (it) => {
      const tenant = await tenantOf(demo, USER)
      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'projectManager/userAllowed')
      await choosePanel(it, tenant, /^RTSM/)
      await rtsm(it)
      await choosePanel(it, tenant, /^CTMS/)
      await ctms(it)
      await choosePanel(it, tenant, /^eTMF/)
      await etmf(it)
    }).then(() =>
      visit({ browser, demo, locale, name: `panels-arrival-${locale}` }, async (it) => {
        await signIn(it, USER, demo.password)
        const rtsm = await arrive(it, 'RTSM')
        expect(rtsm).toMatchObject({ roles: [{ role: 'pharmacist' }], stockHouses: ['north'] })
        expect(rtsm.projects).toMatchObject([{ project: 'main', blinded: false }])
        const ctms = await arrive(it, 'CTMS')
        expect(ctms).toMatchObject({ roles: [{ role: 'cra' }], tenantRoles: ['tenant-member'] })
        expect(ctms.sites).toHaveLength(6)
        const etmf = await arrive(it, 'eTMF')
        expect(etmf).toMatchObject({ roles: [{ role: 'document-owner' }], sites: ['S01'] })
      }),
    ))
})

const next = ({ page, locale }: Visit) =>
  page.getByRole('button', { name: WORDS[locale].chooseUsers })

async function pickStudy({ page }: Visit, key: string): Promise<void> {
  await pick(column(page, key), STUDY)
}

/** Sees what became of one person, and closes the result. */
async function ends(it: Visit, succeeded: number): Promise<void> {
  const words = WORDS[it.locale]
  const result = await authorise(it, USER)
  await result.getByRole('heading', { name: words.succeeded(succeeded) }).waitFor()
  await result.getByRole('heading', { name: words.failed(1 - succeeded) }).waitFor()
  if (succeeded === 0) await result.getByText(REFUSED).waitFor()
  await it.picture(succeeded === 0 ? 'refused' : 'result')
  await closeResult(it, result)
}

async function rtsm(it: Visit): Promise<void> {
  const { page, locale } = it
  const texts = TEXTS[locale].rtsm
  await pickStudy(it, 'project')
  await page.getByRole('tab', { name: texts.sub }).click()
  await next(it).click()
  await page.getByText(texts.missing).first().waitFor()
  await pick(column(page, 'role'), texts.role)
  await pick(column(page, 'sites'), 'S01')
  await column(page, 'stockHouses').getByRole('checkbox').nth(2).check()
  await page.getByRole('radio', { name: texts.visible, exact: true }).check()
  await it.picture('rtsm')
  // The system refuses every second person for a while.
  await refuseSecond(page, addressOf('RTSM'))
  await ends(it, 1)
  await ends(it, 0)
  await ends(it, 1)
  await page.request.post(`${addressOf('RTSM')}/faults`, { data: {} })
}

async function refuseSecond(page: Page, address: string): Promise<void> {
  const answer = await page.request.post(`${address}/faults`, {
    data: { fault: { kind: 'partial-success' } },
  })
  expect(answer.ok()).toBe(true)
}

async function ctms(it: Visit): Promise<void> {
  const { page, locale } = it
  const texts = TEXTS[locale]
  await pickStudy(it, 'project')
  await column(page, 'sites').getByRole('checkbox', { name: texts.all }).check()
  await next(it).click()
  await page.getByText(texts.ctms.missing).first().waitFor()
  await pick(column(page, 'tenantRole'), texts.ctms.tenantRole)
  await pick(column(page, 'studyRole'), texts.ctms.role)
  await it.picture('ctms')
  await ends(it, 1)
  const arrived = await page.request.get(`${addressOf('CTMS')}/arrived`)
  expect(await arrived.text()).toContain('&quot;allSite&quot;: true')
}

async function etmf(it: Visit): Promise<void> {
  const { page, locale } = it
  const texts = TEXTS[locale].etmf
  await pickStudy(it, 'projects')
  await pick(column(page, 'sites'), `${STUDY} · S01`)
  await pick(column(page, 'tenantRole'), texts.tenantRole)
  await next(it).click()
  await page.getByText(texts.missing).first().waitFor()
  await pick(column(page, 'studyRole'), texts.role)
  await it.picture('etmf')
  await ends(it, 1)
}

/** What a system says of the person who arrived, in the study (the simulator's `/whoami`). */
interface Access {
  study: string
  sites: string[]
  roles: { role: string }[]
  tenantRoles: string[]
  stockHouses: string[]
  projects: { project: string; blinded: boolean }[]
}

/** Signs in at a system through the portal's session. */
async function arrive({ page, picture }: Visit, system: string): Promise<Access> {
  const address = addressOf(system)
  await page.goto(`${address}/login`)
  await page.waitForURL(`${address}/`)
  await picture(`at-${system.toLowerCase()}`)
  const answer = await page.request.get(`${address}/whoami`)
  const { studies } = (await answer.json()) as { studies: Access[] }
  const found = studies.find((each) => each.study === STUDY)
  if (!found) throw new Error(`nothing of ${STUDY} in ${system}`)
  return found
}
