import type { Locator, Response } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Visit, visit } from './support/browser'
import { type Demo, startDemo } from './support/demo'
import { sharedBrowser } from './support/shared'
import {
  authorise,
  choosePanel,
  closeResult,
  column,
  openScreen,
  signIn,
  tenantOf,
} from './support/steps'
import { LOCALES, WORDS } from './support/words'

// The parts that fail here really do: a guest that never ends or panics in the server's sandbox, and
// a trial system whose port nobody listens on.

const USER = 'investigator'
const EDC = /EDC|电子数据采集|Electronic data capture/
/** Its panel is that of sdk/examples/faltering, which fails as it is told in its own column. */
const FALTERING = /RTSM|随机与供药|Randomisation/

const browser = sharedBrowser()

describe.each(LOCALES)('what fails behind a panel, in %s', (locale) => {
  const words = WORDS[locale]
  let demo: Demo
  beforeEach(async () => {
    demo = await startDemo({ plugins: ['faltering'] })
  })
  afterEach(() => demo?.stop())

  /** Somebody else signs in, in a browser of their own where nothing at all may go wrong. */
  const somebodySignsIn = (during: string) =>
    visit({ browser, demo, locale, name: `sign-in-during-${during}-${locale}` }, async (it) => {
      await signIn(it, USER, demo.password)
      await it.page.getByRole('button', { name: words.exit, exact: true }).waitFor()
    })

  test('a plugin that never ends, and one that panics', () => {
    const name = `failing-plugin-${locale}`
    const expected = [refusal(504, 'options'), refusal(502, 'options'), refusal(503, 'options')]
    expected.push(refusal(504, 'validate'), refusal(502, 'validate'))
    return visit({ browser, demo, locale, name, expected }, async (it) => {
      await openPanel(it, demo, FALTERING)
      const { failing } = words
      const role = column(it.page, 'role')

      await failsAndMayBeRetried(it, role, failing.timeout, '/options', () =>
        choose(it, 'options-loops'),
      )
      await it.picture('panel-timeout')
      await failsAndMayBeRetried(it, role, failing.failed, '/options', () =>
        choose(it, 'options-panics'),
      )
      await choose(it, 'none')
      await role.getByRole('radio').first().waitFor()
      expect(await role.getByRole('alert').count(), 'the failure is over').toBe(0)

      const panel = it.page.getByRole('tabpanel')
      const next = it.page.getByRole('button', { name: words.chooseUsers })
      for (const [way, sentence] of [
        ['validate-loops', failing.timeout],
        ['validate-panics', failing.failed],
      ] as const) {
        await choose(it, way)
        await failsAndMayBeRetried(it, panel, sentence, '/validate', () => next.click())
      }

      for (const [way, sentence] of [
        ['apply-loops', failing.timeout],
        ['apply-panics', failing.failed],
      ] as const) {
        await choose(it, way)
        const result = await authorise(it, USER)
        await result.getByRole('heading', { name: words.failed(1) }).waitFor()
        await result.getByText(sentence).waitFor()
        await closeResult(it, result)
      }

      await choose(it, 'options-loops')
      await role.getByText(failing.timeout).waitFor()
      await Promise.all([
        somebodySignsIn('failing-plugin'),
        // Until the server gives the plugin a rest, and says so.
        retryUntil(it, role, failing.suspended),
      ])
    })
  })

  test('a trial system that is dead, until it is back', () => {
    const name = `dead-system-${locale}`
    return visit(
      { browser, demo, locale, name, expected: [refusal(502, 'options')] },
      async (it) => {
        await demo.restart('serve')
        await openPanel(it, demo, EDC)
        const roles = column(it.page, 'moduleRoles')
        const { unreachable } = words.failing
        await failsAndMayBeRetried(it, roles, unreachable, '/options', () => pickStudy(it))
        await it.picture('panel-unreachable')
        await somebodySignsIn('dead-system')

        await demo.restart('demo')
        await roles.getByRole('button', { name: words.retry }).click()
        await roles.getByRole('radio', { name: words.granted.moduleRole }).waitFor()
        expect(await roles.getByRole('alert').count(), 'the failure is over').toBe(0)
      },
    )
  })
})

/** What the browser itself says in its console of an answer that is an error. */
const refusal = (status: number, call: string) =>
  new RegExp(`status of ${status} .*/api/admin/panels/[^/]+/${call}\\)`)

/** The panel of the user's tenant, as far as what it offers first. */
async function openPanel(it: Visit, demo: Demo, system: RegExp): Promise<void> {
  const tenant = await tenantOf(demo, USER)
  await signIn(it, 'admin', demo.password)
  await openScreen(it, 'projectManager/userAllowed')
  await choosePanel(it, tenant, system)
  await column(it.page, 'project').getByRole('radio').first().waitFor()
  if (system === FALTERING) await pickStudy(it)
}

const pickStudy = ({ page }: Visit) => column(page, 'project').getByRole('radio').first().check()

/** The order of the choices is the plugin's, so that they can be told apart in any language. */
const FAILURES = ['none', 'options-loops', 'options-panics', 'validate-loops', 'validate-panics']
FAILURES.push('apply-loops', 'apply-panics')

const choose = ({ page }: Visit, failure: string) =>
  column(page, 'failure').getByRole('radio').nth(FAILURES.indexOf(failure)).check()

/** After `action`, a place says what went wrong and under which id; trying again asks again. */
async function failsAndMayBeRetried(
  { page, locale }: Visit,
  place: Locator,
  sentence: string,
  call: string,
  action: () => Promise<unknown>,
): Promise<void> {
  const { requestId, retry } = WORDS[locale]
  // Several columns may ask at once; a place that is no column is the whole panel.
  const key = await place.getAttribute('data-column')
  const asked = (response: Response) => response.request().postDataJSON()?.column ?? null
  const refused = (response: Response) =>
    response.url().endsWith(call) && asked(response) === key && !response.ok()
  const alert = place.getByRole('alert')
  const seen = new Set<string>()
  for (const attempt of [action, () => alert.getByRole('button', { name: retry }).click()]) {
    const [answer] = await Promise.all([page.waitForResponse(refused), attempt()])
    const id = answer.headers()['x-request-id'] ?? ''
    expect(id, 'the answer has an id').not.toBe('')
    await alert.filter({ hasText: id }).waitFor()
    const text = await alert.textContent()
    expect(text).toContain(sentence)
    expect(text).toContain(requestId)
    seen.add(id)
  }
  expect(seen.size, 'each attempt is a request of its own').toBe(2)
}

/** Tries again and again until a place says something else. */
async function retryUntil({ page, locale }: Visit, place: Locator, sentence: string) {
  const retry = place.getByRole('button', { name: WORDS[locale].retry })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/options'))
    await Promise.all([answered, retry.click()])
    const known = place
      .getByRole('alert')
      .filter({ hasText: (await answered).headers()['x-request-id'] ?? '' })
    await known.waitFor()
    if ((await known.textContent())?.includes(sentence)) return
  }
  throw new Error(`never heard: ${sentence}`)
}
