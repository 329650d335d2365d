import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { Caller } from './support/caller'
import { type Chat, type Chats, startChats } from './support/chats'
import { at, everywhere, signedIn, TEXTS, whoIs } from './support/federation'
import { fill, knowLanguage, press, reach } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn, signOut, speak } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Signing in with somebody else, by keyboard: a program's code, office chats, another of these
// servers as the OpenID provider; what is planted in an address, and what fails.

/** One account and one person in the chats for each language: links of one stay out of the other's way. */
const USER: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }
const PERSON: Record<Locale, string> = { zh: 'lw', en: 'zf' }
const PROGRAM = { id: 'hospital-portal', secret: randomBytes(24).toString('base64url') }
const DIRECTORY_SECRET = randomBytes(24).toString('base64url')

let chats: Chats
let folder: string

// A name of its own: cookies know hosts, not ports.
const directory = sharedDemo({ host: 'localhost' })
beforeAll(async () => {
  chats = await startChats()
  folder = await mkdtemp(join(tmpdir(), 'cardea-federation-'))
  const sponsor = `
[[federation.openid]]
id = "sponsor"
name = { zh = "申办方账号", en = "Sponsor account" }
issuer = "${directory.origin}"
client_id = "portal"
client_secret = "${DIRECTORY_SECRET}"
scopes = ["profile"]
`
  await writeFile(config(), chats.toml + sponsor, { mode: 0o600 })
})
afterAll(async () => {
  chats?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})
const config = () => join(folder, 'cardea.toml')
const demo = sharedDemo(() => ({
  settings: { CARDEA_CONFIG: config() },
  clients: [
    {
      client_id: PROGRAM.id,
      client_secret: PROGRAM.secret,
      client_name: '协和医院门户',
      'client_name#en': 'Union Hospital portal',
      redirect_uris: ['https://hospital.example/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid',
      cardea_sso_code: true,
    },
  ],
}))
const browser = sharedBrowser()
beforeAll(registerPortal)

/** At the directory, by its administrator: the portal is a client. */
async function registerPortal(): Promise<void> {
  const administrator = new Caller(directory.origin)
  await administrator.signIn('admin', directory.password)
  const made = await administrator.fetch('/api/admin/clients', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'cardea',
      origin: directory.origin,
    },
    body: JSON.stringify({
      client_id: 'portal',
      client_name: 'Portal',
      client_secret: DIRECTORY_SECRET,
      redirect_uris: [`${demo.origin}/LoginTicket?loginType=sponsor`],
      scope: 'openid profile',
    }),
  })
  expect(made.status, await made.clone().text()).toBe(201)
}

/** Where the hospital's portal sends the browser of `userName`. */
async function codeFor(userName: string): Promise<string> {
  const proof = Buffer.from(`${PROGRAM.id}:${PROGRAM.secret}`).toString('base64')
  const answer = await fetch(`${demo.origin}/api/sys/ssoCode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${proof}` },
    body: JSON.stringify({ userName }),
  })
  const { code, data } = (await answer.json()) as { code: string; data: { url: string } }
  expect(code).toBe('200')
  return data.url
}

/** On the sign-in page, by keyboard to another way in. */
async function choose({ page, origin, locale }: Visit, name: string): Promise<void> {
  await page.goto(`${origin}/signIn/index`)
  await speak({ page, origin, locale } as Visit)
  await reach(page, page.getByRole('link', { name }))
  await page.keyboard.press('Enter')
}

/** What takes away the account at a service, which `way` names on the sign-in page. */
function unlinking({ page, locale }: Visit, way: string): Locator {
  const service = way.replace(/^使用|登录$|^Sign in with /g, '')
  return page.getByRole('button', { name: new RegExp(`^${TEXTS[locale].unlink}.*${service}`) })
}

/** On the page that asks the owner of an account to sign in, by keyboard. */
async function own({ page, locale }: Visit, password: string): Promise<void> {
  const words = WORDS[locale]
  await fill(page, page.getByLabel(words.userName, { exact: true }), USER[locale])
  await fill(page, page.getByLabel(words.password, { exact: true }), password)
  await press(page, TEXTS[locale].linkDone)
  await signedIn(page)
}

test.each(LOCALES)('a code in the address asks first, in %s', (locale) =>
  visit({ browser, demo, locale, name: `federation-code-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    await page.goto(await codeFor(USER[locale]))
    await at(page, TEXTS.zh.ask).or(at(page, TEXTS.en.ask)).waitFor()
    await speak(it)
    await at(page, texts.ask).waitFor()
    await everywhere(it, 'federation-question')
    expect(await whoIs(page)).toBeNull()
    // Nothing says more of the account than its owner needs.
    expect(await page.getByRole('main').textContent()).not.toContain(USER[locale])

    // A code lives for a minute; looking at the page in every way may take longer.
    const address = await codeFor(USER[locale])
    await page.goto(address)
    await press(page, texts.notMe)
    await page.waitForURL('**/signIn/index*')
    expect(await whoIs(page)).toBeNull()
    await page.goto(address)
    await press(page, texts.enter)
    await signedIn(page)
    expect(await whoIs(page)).toBe(USER[locale])
    // Whom the re-validation modal would ask for.
    const remembered = () => page.evaluate(() => localStorage.getItem('cardea.loginName'))
    expect(await remembered()).toBe(USER[locale])

    await page.goto(address)
    await at(page, texts.refused).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(texts.dead)
    await everywhere(it, 'federation-dead')

    // Somebody else's code does not replace who is there without a word.
    await page.goto(await codeFor('tenant.admin'))
    await at(page, texts.switch).waitFor()
    await everywhere(it, 'federation-switch')
    await press(page, texts.stay)
    await page.waitForURL(`${origin}/softIndex`)
    expect(await whoIs(page)).toBe(USER[locale])
  }),
)

test.each(LOCALES)(
  "another site's page signs nobody in by a planted code or ticket (%s)",
  (locale) =>
    visit(
      {
        browser,
        demo,
        locale,
        name: `federation-planted-${locale}`,
        // What the browser says of the server's refusals: not for that page to read, and forbidden.
        expected: [/ERR_BLOCKED_BY_RESPONSE/, /status of 403/],
      },
      async (it) => {
        const { page, context, origin } = it
        await knowLanguage(it)
        const code = new URL(await codeFor(USER[locale])).searchParams.get('code') ?? ''
        const calls: [string, object][] = [
          ['/api/sys/ssoLogin', { code, confirm: true }],
          ['/api/sys/loginByTicket', { ticket: chats.ticket(PERSON[locale]), loginType: 'wecom' }],
        ]
        // On another port of the same host: cookies would not even tell the two apart.
        await page.goto(`${chats.base}/oauth2/auth?redirect_uri=${encodeURIComponent(chats.base)}`)
        for (const [path, body] of calls) {
          await page.evaluate(
            ({ target, text }) =>
              fetch(target, {
                method: 'POST',
                mode: 'no-cors',
                credentials: 'include',
                headers: { 'content-type': 'text/plain' },
                body: text,
              }).catch(() => undefined),
            { target: origin + path, text: JSON.stringify(body) },
          )
          // A form whose one field spells JSON.
          await page.goto(
            `${chats.base}/oauth2/auth?redirect_uri=${encodeURIComponent(chats.base)}`,
          )
          await page.evaluate(
            ({ target, text }) => {
              const form = document.createElement('form')
              form.method = 'POST'
              form.enctype = 'text/plain'
              form.action = target
              const field = document.createElement('input')
              field.name = `${text.slice(0, -1)},"x":"`
              field.value = '"}'
              form.append(field)
              document.body.append(form)
              form.submit()
            },
            { target: origin + path, text: JSON.stringify(body) },
          )
          await page.waitForURL(origin + path)
          expect(await page.textContent('body')).toContain('"403"')
          await page.goto(
            `${chats.base}/oauth2/auth?redirect_uri=${encodeURIComponent(chats.base)}`,
          )
        }
        const names = (await context.cookies()).map(({ name }) => name)
        expect(names).not.toContain('cardea_session')

        // The address itself: the page asks, also when it is loaded again, and who goes away is nobody.
        await page.goto(await codeFor(USER[locale]))
        await at(page, TEXTS[locale].ask).waitFor()
        expect(await whoIs(page)).toBeNull()
        await page.reload()
        await at(page, TEXTS[locale].ask).waitFor()
        await accessible(page)
        // A bare ticket of somebody who is linked asks as well: see the journey below.
      },
    ),
)

test.each(
  LOCALES.flatMap((locale) =>
    (['wecom', 'dingtalk', 'feishu'] as const).map((chat) => [chat, locale] as [Chat, Locale]),
  ),
)('%s is linked by its owner, signs in, and is unlinked, in %s', (chat, locale) =>
  visit({ browser, demo, locale, name: `federation-${chat}-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    // The pages are the same for each service: one of them is looked at in every way.
    const look = (name: string) => (chat === 'wecom' ? everywhere(it, name) : accessible(page))
    await choose(it, texts.with[chat])
    await page.getByRole('link', { name: PERSON[locale] }).press('Enter')
    await at(page, texts.link).waitFor()
    await look('federation-link')
    expect(await whoIs(page)).toBeNull()
    await own(it, demo.password)
    expect(await whoIs(page)).toBe(USER[locale])
    await page.goto(`${origin}/account/identities`)
    await unlinking(it, texts.with[chat]).waitFor()
    await look('federation-identities')
    await signOut(it)

    await choose(it, texts.with[chat])
    await page.getByRole('link', { name: PERSON[locale] }).press('Enter')
    await signedIn(page)
    expect(await whoIs(page)).toBe(USER[locale])
    await signOut(it)

    // The chat's own client opens an address with a ticket: anybody's, so the page asks.
    await page.goto(
      `${origin}/LoginTicket?loginType=${chat}&ticket=${chats.ticket(PERSON[locale])}`,
    )
    await at(page, texts.ask).waitFor()
    expect(await whoIs(page)).toBeNull()
    await press(page, texts.enter)
    await signedIn(page)

    await page.goto(`${origin}/account/identities`)
    await reach(page, unlinking(it, texts.with[chat]))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await accessible(page)
    await reach(page, dialog.getByRole('button', { name: texts.unlink, exact: true }))
    await page.keyboard.press('Enter')
    await unlinking(it, texts.with[chat]).waitFor({ state: 'detached' })
    await accessible(page)
    await signOut(it)

    await choose(it, texts.with[chat])
    await page.getByRole('link', { name: PERSON[locale] }).press('Enter')
    await at(page, texts.link).waitFor()
    expect(await whoIs(page)).toBeNull()
  }),
)

test.each(LOCALES)('what fails says so and leads back, in %s', (locale) =>
  visit({ browser, demo, locale, name: `federation-fails-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    await choose(it, texts.with.feishu)
    await page.getByRole('link', { name: 'cancel' }).press('Enter')
    await at(page, texts.refused).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(texts.cancelled)
    await everywhere(it, 'federation-cancelled')

    await choose(it, texts.with.feishu)
    const stranger = page.getByRole('link', { name: 'stranger' })
    await stranger.waitFor()
    chats.up = false
    try {
      await stranger.press('Enter')
      await at(page, texts.refused).waitFor()
      expect(await page.getByRole('alert').textContent()).toMatch(texts.down)
      await accessible(page)
    } finally {
      chats.up = true
    }
    // A ticket of somebody whom nobody knows, that did not begin here: begun again, it can be linked.
    await page.goto(`${origin}/LoginTicket?loginType=wecom&ticket=${chats.ticket('stranger')}`)
    await reach(page, page.getByRole('button', { name: texts.begin, exact: true }))
    await everywhere(it, 'federation-begin')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'stranger' }).press('Enter')
    await at(page, texts.link).waitFor()
    await page.goto(`${origin}/LoginTicket?loginType=wecom&ticket=made-up`)
    expect(await page.getByRole('alert').textContent()).toMatch(texts.dead)
    await reach(page, page.getByRole('main').getByRole('link'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signIn/index*')
    expect(await whoIs(page)).toBeNull()
  }),
)

test.each(LOCALES)('another of these servers is an OpenID provider, in %s', (locale) =>
  visit({ browser, demo, locale, name: `federation-openid-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const there = { ...it, origin: directory.origin }
    await choose(it, texts.sponsor)
    // The directory's own sign-in page.
    await page.waitForURL(`${directory.origin}/signIn/index*`)
    await speak(there)
    const words = WORDS[locale]
    await fill(page, page.getByLabel(words.userName, { exact: true }), USER[locale])
    await fill(page, page.getByLabel(words.password, { exact: true }), directory.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/LoginTicket*`)
    await at(page, texts.link).waitFor()
    // By name, not by number.
    expect(await page.getByRole('main').textContent()).toContain(USER[locale])
    await accessible(page)
    await own(it, demo.password)
    await signOut(it)

    // The directory's session stands: its account signs in without another word.
    await choose(it, texts.sponsor)
    await page.waitForURL(`${origin}/softIndex*`)
    expect(await whoIs(page)).toBe(USER[locale])
    await signOut(it)

    // Who signs out there is asked there the next time, and was not signed out here.
    await choose(it, texts.sponsor)
    await page.waitForURL(`${origin}/softIndex*`)
    await page.goto(`${directory.origin}/softIndex`)
    await signOut(there)
    await page.goto(`${origin}/softIndex`)
    expect(await whoIs(page)).toBe(USER[locale])
    await signOut(it)
    await signIn(it, USER[locale], demo.password)
    await page.goto(`${origin}/account/identities`)
    await unlinking(it, texts.sponsor).waitFor()
  }),
)
