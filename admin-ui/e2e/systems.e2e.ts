import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { leaveFor, signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// The lists of the systems for somebody who is authorised in them: the studies of the randomisation
// system, and the calls that the server signs for people of the trial-management system.

const USER = 'monitor'

const TEXTS = {
  zh: { count: '共 2 个项目', open: /^进入 .*HK-/ },
  en: { count: 'Studies: 2', open: /^Open .*HK-/ },
} satisfies Record<Locale, { count: string; open: RegExp }>

const browser = sharedBrowser()
const demo = sharedDemo()

test.each(LOCALES)('studies of the randomisation system are opened (%s)', async (locale) => {
  const words = TEXTS[locale]
  await visit({ browser, demo, locale, name: `systems-${locale}` }, async (at) => {
    const { page, origin, picture } = at
    await signIn(at, USER, demo.password)
    await page.goto(`${origin}/projectListRTSM`)
    await page.getByText(words.count, { exact: true }).waitFor()
    await accessible(page)
    await picture('rtsm-studies')

    const said = await page.evaluate(async () => {
      const headers = { 'X-Requested-With': 'cardea' }
      const answer = await fetch('/api/ctms/login/info?week=7', { headers })
      return (await answer.json()) as { code: string; data: Record<string, unknown> }
    })
    expect(said).toMatchObject({ code: '200', data: { query: { week: '7' } } })
    expect(said.data.headers).toContain('signature')

    const link = page.getByRole('link', { name: words.open }).first()
    const system = await leaveFor(at, () => link.click())
    const answer = await system.request.get(new URL('/whoami', system.url()).href)
    expect(await answer.json()).toMatchObject({ signedIn: true, login: USER })
  })
})
