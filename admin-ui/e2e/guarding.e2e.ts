import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { type Demo, startDemo } from './support/demo'
import { addAuthenticator, FACTOR_WORDS } from './support/factors'
import { sharedBrowser } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { totp } from './support/totp'
import { LOCALES, type Locale, WORDS } from './support/words'

// What guards accounts is loosened only by who proves who they are; and a client that wants two
// factors gets them of a session that began with one. Every visit here began before its owner had a
// factor: its session is of one.

const USER = 'investigator'
const CLIENT = 'strict-application'

const TEXTS = {
  zh: {
    required: '要求两步验证',
    mustHave: '必须',
    may: '可选',
    save: '保存',
    factors: '两步验证',
    reset: '重置两步验证',
    reason: '原因',
    none: '尚未设置。',
  },
  en: {
    required: 'Second factor required',
    mustHave: 'Required',
    may: 'Optional',
    save: 'Save',
    factors: 'Second factors',
    reset: 'Reset second factors',
    reason: 'Reason',
    none: 'None set up.',
  },
} satisfies Record<Locale, Record<string, string>>

const browser = sharedBrowser()

/** The browser's word for a call that wants a proof first. */
const WANTED = /status of 403/

/** Two browsers of one person, both signed in before there was a factor. */
async function twice(
  demo: Demo,
  locale: Locale,
  user: string,
  [name, ...expected]: [string, ...RegExp[]],
  body: (older: Visit, other: Visit) => Promise<void>,
): Promise<void> {
  const at = { browser, demo, locale }
  await visit({ ...at, name: `${name}-older-${locale}`, expected }, async (older) => {
    await signIn(older, user, demo.password)
    await visit({ ...at, name: `${name}-other-${locale}` }, async (other) => {
      await signIn(other, user, demo.password)
      await body(older, other)
    })
  })
}

/** The dialog that asks who is there: looked at, answered with a code of the next half minute. */
async function prove(it: Visit, secret: string, picture: string): Promise<void> {
  const { page, locale } = it
  const proof = page.getByRole('dialog', { name: FACTOR_WORDS[locale].proof })
  const field = proof.getByLabel(FACTOR_WORDS[locale].code, { exact: true })
  await field.waitFor()
  await accessible(page)
  await it.picture(picture)
  await expect.poll(() => field.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.type(totp(secret, 1))
  await page.keyboard.press('Enter')
  await proof.waitFor({ state: 'detached' })
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test.each(LOCALES)(
  'a required factor is taken back by who proves who they are (%s)',
  async (locale) => {
    const words = TEXTS[locale]
    const demo = await startDemo()
    try {
      await twice(demo, locale, 'admin', ['role', WANTED], async (older, other) => {
        const { page } = older
        await openScreen(older, 'setting/role')
        const name = (await page.locator('table a').first().textContent()) ?? ''
        await accessible(page)
        await older.picture('roles')
        const change = async () => {
          await row(page, name).getByRole('link').click()
          const factor = page.getByRole('switch', { name: words.required })
          await factor.focus()
          await page.keyboard.press('Space')
          await page.getByRole('button', { name: words.save }).press('Enter')
        }
        await change()
        await row(page, name).getByText(words.mustHave, { exact: true }).waitFor()

        const secret = await addAuthenticator(other)
        await change()
        await prove(older, secret, 'role-proof')
        await row(page, name).getByText(words.may, { exact: true }).waitFor()
        await row(page, name).getByRole('link').click()
        await page.getByRole('switch', { name: words.required }).waitFor()
        await accessible(page)
        await older.picture('role')
      })
    } finally {
      await demo.stop()
    }
  },
)

test.each(LOCALES)(
  "a person's factors are reset, with a reason and a proof (%s)",
  async (locale) => {
    const words = TEXTS[locale]
    const demo = await startDemo()
    try {
      await visit({ browser, demo, locale, name: `reset-person-${locale}` }, async (person) => {
        await signIn(person, USER, demo.password)
        await addAuthenticator(person)
        await twice(demo, locale, 'admin', ['reset', WANTED], async (older, other) => {
          const { page } = older
          const secret = await addAuthenticator(other)
          await openScreen(older, 'systemManger/user')
          await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(USER)
          await row(page, USER)
            .or(page.getByRole('row', { name: USER }))
            .getByRole('link')
            .first()
            .click()
          await page.getByRole('tab', { name: words.factors }).click()
          await page.getByRole('button', { name: words.reset }).press('Enter')
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel(words.reason).waitFor()
          await page.keyboard.press('Enter')
          await expect
            .poll(() => dialog.getByLabel(words.reason).getAttribute('aria-invalid'))
            .toBe('true')
          await accessible(page)
          await older.picture('reset-factors')
          await page.keyboard.type('Shown their identity card at the desk')
          await page.keyboard.press('Enter')
          await prove(older, secret, 'reset-proof')
          await page.getByText(words.none, { exact: false }).waitFor()
        })
        // Every session of theirs has ended; the password alone signs in again.
        await person.page.goto(`${person.origin}/account/security`)
        await person.page.getByRole('dialog').getByRole('button').click()
        await person.page.getByLabel(WORDS[locale].password, { exact: true }).waitFor()
        const told = (await demo.outbox()).filter(({ to }) => to.startsWith(USER))
        expect(told.map(({ purpose }) => purpose)).toContain('factors-reset')
      })
    } finally {
      await demo.stop()
    }
  },
)

test.each(LOCALES)('a client that wants two factors gets them (%s)', async (locale) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>C</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const demo = await startDemo({
    clients: [
      {
        client_id: CLIENT,
        client_name: 'Strict application',
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'openid',
      },
    ],
  })
  const query = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 's-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } }),
    ui_locales: locale,
  })
  try {
    await twice(demo, locale, USER, ['step-up'], async (older, other) => {
      const { page, origin } = older
      const secret = await addAuthenticator(other)
      await page.goto(`${origin}/oauth2/authorize?${query}`)
      const password = page.getByLabel(WORDS[locale].password, { exact: true })
      await password.waitFor()
      const name = page.getByLabel(WORDS[locale].userName, { exact: true })
      await name.fill(USER)
      await password.focus()
      await page.keyboard.type(demo.password)
      await page.keyboard.press('Enter')
      const second = page.getByRole('dialog', { name: FACTOR_WORDS[locale].second })
      await second.waitFor()
      await accessible(page)
      await page.keyboard.type(totp(secret, 1))
      await page.keyboard.press('Enter')
      await page.waitForURL(`${callback}?*`)
      const answer = new URL(page.url()).searchParams
      expect(answer.get('error')).toBeNull()
      expect(answer.get('code')).not.toBeNull()
      expect(answer.get('state')).toBe('s-1')
    })
  } finally {
    await demo.stop()
    server.close()
  }
})
