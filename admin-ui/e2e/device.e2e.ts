import * as oidc from 'openid-client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import type { Registration } from './support/demo'
import { fill, press } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn, speak } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// A device without a browser of its own is let in at the page that it names (RFC 8628). The device is
// openid-client, the person sits at a browser.

const USER = 'investigator'
const SCOPE = 'openid profile offline_access'

const TABLET: Registration = {
  client_id: 'tablet',
  client_name: 'Ward tablet',
  redirect_uris: [],
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  token_endpoint_auth_method: 'none',
  scope: SCOPE,
}

const TEXTS: Record<Locale, Record<string, string>> = {
  zh: {
    enter: '输入设备上的代码',
    code: '代码',
    next: '下一步',
    missing: '请输入代码',
    wrong: '代码不正确或已过期，请核对设备上显示的内容',
    asks: '允许“Ward tablet”在设备上登录？',
    allow: '允许',
    allowed: '设备已登录',
    deny: '拒绝',
    denied: '已拒绝',
    other: '输入其他代码',
  },
  en: {
    enter: 'Enter the code on your device',
    code: 'Code',
    next: 'Continue',
    missing: 'Please enter the code',
    wrong: 'This code is not right, or its time is over. Check what the device shows.',
    asks: 'Let “Ward tablet” sign in on a device?',
    allow: 'Allow',
    allowed: 'The device is signed in',
    deny: 'Refuse',
    denied: 'Refused',
    other: 'Enter another code',
  },
}

const demo = sharedDemo({ clients: [TABLET] })
const browser = sharedBrowser()
let device: oidc.Configuration
beforeAll(async () => {
  device = await oidc.discovery(new URL(demo.origin), TABLET.client_id, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  })
})

const begin = () => oidc.initiateDeviceAuthorization(device, { scope: SCOPE })

/** What the device hears of a single poll: its tokens, or the error. */
async function poll({ device_code }: oidc.DeviceAuthorizationResponse) {
  const [grant = ''] = TABLET.grant_types
  return oidc
    .genericGrantRequest(device, grant, { device_code })
    .catch((error: oidc.ResponseBodyError) => error.error)
}

const heading = (page: Page, name: string | undefined) =>
  page.getByRole('heading', { name: name ?? '', exact: true }).waitFor()

const field = (page: Page, name: string | undefined) => page.getByLabel(name ?? '', { exact: true })

/** What the page says of a field. */
const said = (page: Page, name: string | undefined) => async () => {
  const ids = (await field(page, name).getAttribute('aria-describedby'))?.split(' ') ?? []
  return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))).join(' ')
}

/** Opens the page of an address that the device shows, in a browser where somebody is signed in. */
async function openSignedIn(it: Visit, address: string | undefined): Promise<void> {
  await signIn(it, USER, demo.password)
  await it.page.goto(address ?? '')
}

test.each(LOCALES)('a device is let in by its code, without a mouse (%s)', (locale) =>
  visit({ browser, demo, locale, name: `device-${locale}` }, async (it) => {
    const { page } = it
    const words = WORDS[locale]
    const texts = TEXTS[locale]
    const begun = await begin()
    const { user_code, verification_uri } = begun
    expect(verification_uri).toBe(`${demo.origin}/device`)
    const arrival = oidc.pollDeviceAuthorizationGrant(device, begun)

    await page.goto(verification_uri)
    await page.waitForURL('**/signIn/index?*')
    await speak(it)
    await fill(page, field(page, words.userName), USER)
    await fill(page, field(page, words.password), demo.password)
    await page.keyboard.press('Enter')

    await heading(page, texts.enter)
    await accessible(page)
    await press(page, texts.next ?? '')
    await expect.poll(said(page, texts.code)).toContain(texts.missing)
    await fill(page, field(page, texts.code), 'BBBB-BBBB')
    await page.keyboard.press('Enter')
    await expect.poll(said(page, texts.code)).toContain(texts.wrong)
    await accessible(page)
    // As people type: in small letters, with a space where the device shows a line.
    await fill(page, field(page, texts.code), user_code.toLowerCase().replace('-', ' '))
    await page.keyboard.press('Enter')

    await heading(page, texts.asks)
    await page.getByText(user_code, { exact: true }).waitFor()
    await page.getByText(USER, { exact: true }).waitFor()
    await accessible(page)
    await it.picture('device')
    await press(page, texts.allow ?? '')
    await heading(page, texts.allowed)
    await accessible(page)

    const tokens = await arrival
    expect(tokens.scope?.split(' ').sort()).toEqual(SCOPE.split(' ').sort())
    const { sub } = tokens.claims() as oidc.IDToken
    const person = await oidc.fetchUserInfo(device, tokens.access_token, sub)
    expect(person.preferred_username).toBe(USER)
    const later = await oidc.refreshTokenGrant(device, tokens.refresh_token ?? '')
    expect(later.access_token).not.toBe(tokens.access_token)
    // The code is over: for the device, and for whoever types it once more.
    expect(await poll(begun)).toBe('invalid_grant')
    await page.goto(verification_uri)
    await fill(page, field(page, texts.code), user_code)
    await page.keyboard.press('Enter')
    await expect.poll(said(page, texts.code)).toContain(texts.wrong)
  }),
)

test.each(LOCALES)('a device is refused at the address that it shows (%s)', (locale) =>
  visit({ browser, demo, locale, name: `device-refused-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const begun = await begin()
    await openSignedIn(it, begun.verification_uri_complete)
    // The code is filled in, and nothing happens before the person goes on.
    await expect.poll(() => field(page, texts.code).inputValue()).toBe(begun.user_code)
    expect(await poll(begun)).toBe('authorization_pending')
    await page.getByRole('button', { name: texts.next ?? '' }).click()
    await heading(page, texts.asks)
    await page.getByRole('button', { name: texts.deny ?? '' }).click()
    await heading(page, texts.denied)
    await accessible(page)
    expect(await poll(begun)).toBe('access_denied')
  }),
)

test.each(LOCALES)('a question that is over leads to another code (%s)', (locale) =>
  visit({ browser, demo, locale, name: `device-over-${locale}` }, async (it) => {
    const { page, context } = it
    const texts = TEXTS[locale]
    const begun = await begin()
    await openSignedIn(it, begun.verification_uri_complete)
    await page.getByRole('button', { name: texts.next ?? '' }).click()
    await heading(page, texts.asks)

    // The same question in another tab: the first answer counts.
    const other = await context.newPage()
    await other.goto(begun.verification_uri_complete ?? '')
    await other.getByRole('button', { name: texts.next ?? '' }).click()
    await other.getByRole('button', { name: texts.deny ?? '' }).click()
    await heading(other, texts.denied)

    await page.getByRole('button', { name: texts.allow ?? '' }).click()
    await page
      .getByRole('alert')
      .getByText(texts.wrong ?? '')
      .waitFor()
    await accessible(page)
    expect(await poll(begun)).toBe('access_denied')
    const next = await begin()
    await page.getByRole('button', { name: texts.other ?? '' }).click()
    await field(page, texts.code).fill(next.user_code)
    await page.getByRole('button', { name: texts.next ?? '' }).click()
    await page.getByRole('button', { name: texts.allow ?? '' }).click()
    await heading(page, texts.allowed)
    expect(await poll(next)).toHaveProperty('access_token')
  }),
)
