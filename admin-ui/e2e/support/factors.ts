import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibleInBoth } from './accessible'
import type { Visit } from './browser'
import { press } from './keyboard'
import { speak } from './steps'
import { totp } from './totp'
import { type Locale, WORDS } from './words'

/** What the dialogs of second factors say. */
export const FACTOR_WORDS: Record<
  Locale,
  Record<'setUp' | 'code' | 'saved' | 'second' | 'proof', string>
> = {
  zh: {
    setUp: '设置身份验证器',
    code: '动态码',
    saved: '我已保存',
    second: '两步验证',
    proof: '验证身份',
  },
  en: {
    setUp: 'Set up an authenticator',
    code: 'Code',
    saved: 'I have kept them',
    second: 'Two-step verification',
    proof: 'Prove who you are',
  },
}

/** The sign-in page, name and password typed. */
export async function typePassword(visit: Visit, user: string, password: string): Promise<void> {
  const { page, origin, locale } = visit
  const words = WORDS[locale]
  await page.goto(`${origin}/signIn/index`)
  await speak(visit)
  await page.getByLabel(words.userName, { exact: true }).fill(user)
  await page.getByLabel(words.password, { exact: true }).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Reads the key, types its code, keeps the recovery codes: in the dialog that is open. */
export async function setUp({ page, locale }: Visit): Promise<{ secret: string; codes: string[] }> {
  const words = FACTOR_WORDS[locale]
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const field = dialog.getByLabel(words.code, { exact: true })
  await expect.poll(() => field.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.type(totp(secret))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: words.saved }).waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await accessibleInBoth(page)
  await press(page, words.saved)
  await dialog.waitFor({ state: 'detached' })
  return { secret, codes }
}

/** Sets up an authenticator on the page of one's own factors; answers its key. */
export async function addAuthenticator(visit: Visit): Promise<string> {
  const { page, origin, locale } = visit
  await page.goto(`${origin}/account/security`)
  await press(page, FACTOR_WORDS[locale].setUp)
  await page.getByRole('dialog').locator('code').waitFor()
  const { secret } = await setUp(visit)
  return secret
}

/** An authenticator in the browser, as a phone or computer has one. */
export async function authenticator(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id: authenticatorId }
}
