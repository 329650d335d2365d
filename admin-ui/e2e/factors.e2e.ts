import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible, accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { authenticator, setUp, typePassword } from './support/factors'
import { fill } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn, signOut } from './support/steps'
import { totp } from './support/totp'
import type { Locale } from './support/words'

// Second factors and passkeys, in a browser with an authenticator, by keyboard alone where it matters.

const TEXTS = {
  zh: {
    setUpTotp: '设置身份验证器',
    code: '动态码',
    saved: '我已保存',
    second: '两步验证',
    useRecovery: '使用恢复码',
    recovery: '恢复码',
    renew: '重新生成',
    proof: '验证身份',
    addPasskey: '添加通行密钥',
    makePasskey: '创建通行密钥',
    name: '名称',
    signInPasskey: '使用通行密钥登录',
    enrol: '设置两步验证',
    current: '当前会话',
    asked: '第一步已通过，等待两步验证',
    chooseTotp: /^身份验证器应用/,
    setPin: /^设置 PIN 码：/,
    sendCode: '获取验证码',
    pinCode: '验证码',
    pin: '新 PIN 码',
    againPin: '确认 PIN 码',
    save: '保存',
    pinSet: /^已设置：/,
  },
  en: {
    setUpTotp: 'Set up an authenticator',
    code: 'Code',
    saved: 'I have kept them',
    second: 'Two-step verification',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    renew: 'Make new ones',
    proof: 'Prove who you are',
    addPasskey: 'Add a passkey',
    makePasskey: 'Create a passkey',
    name: 'Name',
    signInPasskey: 'Sign in with a passkey',
    enrol: 'Set up two-step verification',
    current: 'This session',
    asked: 'First step done, second one asked for',
    chooseTotp: /^Authenticator application/,
    setPin: /^Set a PIN: /,
    sendCode: 'Send code',
    pinCode: 'Code',
    pin: 'New PIN',
    againPin: 'Confirm PIN',
    save: 'Save',
    pinSet: /^Set: /,
  },
}

/** One account a language: what the first sets up would stand in the second's way. */
const USER: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }
const KEYED: Record<Locale, string> = { zh: 'tenant.admin', en: 'admin' }

// Browsers take passkeys for a name only.
const demo = sharedDemo({ host: 'localhost' })
const strict = sharedDemo({ settings: { CARDEA_SIGN_IN__FACTOR_POLICY: 'required' } })
const browser = sharedBrowser()

/** Something that one visit waits for and another tells. */
function signal<T>(): [Promise<T>, (value: T) => void] {
  let tell: (value: T) => void = () => undefined
  const told = new Promise<T>((resolve) => {
    tell = resolve
  })
  return [told, tell]
}

/** Moves on by Tab until the button has the focus, and presses it. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  const focused = () => button.evaluate((element) => element === document.activeElement)
  for (let step = 0; !(await focused()); step += 1) {
    if (step > 40) throw new Error(`${name} cannot be reached by keyboard`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

test.each(['zh', 'en'] as const)('an application is set up and asked for (%s)', async (locale) => {
  const words = TEXTS[locale]
  await visit({ browser, demo, locale, name: `factor-totp-${locale}` }, async (at) => {
    const { page, origin, picture } = at
    await signIn(at, USER[locale], demo.password)
    // Another browser of the same person, signed in before there was a factor.
    const [ready, isReady] = signal<void>()
    const [spare, giveSpare] = signal<string>()
    const later = visit(
      { browser, demo, locale, name: `factor-older-${locale}` },
      async (older) => {
        await signIn(older, USER[locale], demo.password)
        await older.page.goto(`${origin}/account/security`)
        await older.page.locator('h1').waitFor()
        isReady()
        const code = await spare
        await older.page.reload()
        await press(older.page, words.renew)
        await older.page
          .getByRole('dialog')
          .getByRole('button', { name: words.renew })
          .press('Enter')
        const proof = older.page.getByRole('dialog', { name: words.proof })
        await proof.waitFor()
        await accessibleInBoth(older.page)
        await older.picture('recent-proof')
        await proof.getByRole('button', { name: words.useRecovery }).press('Enter')
        await proof.getByLabel(words.recovery, { exact: true }).fill(code)
        await older.page.keyboard.press('Enter')
        await older.page.getByRole('button', { name: words.saved }).press('Enter')
        await proof.waitFor({ state: 'detached' })
      },
    )
    await Promise.race([ready, later])

    await page.goto(`${origin}/account/security`)
    await page.locator('h1').waitFor()
    await accessible(page)
    await press(page, words.setUpTotp)
    await page.getByRole('dialog').locator('code').waitFor()
    await accessibleInBoth(page)
    await picture('set-up-authenticator')
    const { secret, codes } = await setUp(at)
    await picture('account-security')
    giveSpare(codes[0] ?? '')
    await later

    await signOut(at)
    await typePassword(at, USER[locale], demo.password)
    const dialog = page.getByRole('dialog', { name: words.second })
    await dialog.waitFor()
    await accessibleInBoth(page)
    await picture('second-step')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('cardea_session')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByRole('alert').textContent()).not.toBe('')
    await page.keyboard.type(totp(secret, 1))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))

    await page.goto(`${origin}/account/sessions`)
    await page.getByText(words.current, { exact: true }).waitFor()
    await accessible(page)
    await picture('account-sessions')
    await page.goto(`${origin}/account/signIns`)
    await page.getByText(words.asked).first().waitFor()
    await accessible(page)
    await picture('account-sign-ins')
    await choosePin(at)
  })
})

/** On the page of one's PINs: has the code sent, and sets one with it. */
async function choosePin({ page, origin, locale, picture }: Visit): Promise<void> {
  const words = TEXTS[locale]
  await page.goto(`${origin}/account/pins`)
  const button = page.getByRole('button', { name: words.setPin }).first()
  await button.waitFor()
  await accessible(page)
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await press(page, words.sendCode)
  const sent = async () =>
    (await demo.outbox()).findLast(
      ({ purpose, to }) => purpose === 'pin-code' && to.startsWith(USER[locale]),
    )?.values.code ?? ''
  await expect.poll(sent).not.toBe('')
  await accessibleInBoth(page)
  await picture('set-pin')
  await fill(page, dialog.getByLabel(words.pinCode, { exact: true }), await sent())
  for (const label of [words.pin, words.againPin]) {
    await fill(page, dialog.getByLabel(label, { exact: true }), '135792')
  }
  await press(page, words.save)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(words.pinSet).first().waitFor()
  await picture('account-pins')
}

// The authenticator consents at once: where the browser may offer the passkey by itself, it is quicker than a hand.
test.each([
  ['zh', 'by the button'],
  ['en', 'as the browser offers it'],
] as const)('a passkey signs in alone (%s, %s)', async (locale, way) => {
  const words = TEXTS[locale]
  await visit({ browser, demo, locale, name: `factor-passkey-${locale}` }, async (at) => {
    const { page, origin, picture } = at
    await authenticator(page)
    await signIn(at, KEYED[locale], demo.password)
    await page.goto(`${origin}/account/security`)
    await press(page, words.addPasskey)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.name, { exact: true }).fill('Test key')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: words.saved }).press('Enter')
    await page.getByText('Test key', { exact: true }).waitFor()
    await accessibleInBoth(page)
    await picture('account-passkey')

    if (way === 'by the button') {
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
      })
      await signOut(at)
      await page.getByRole('button', { name: words.signInPasskey }).press('Enter')
    } else {
      // The offer waits for the page to stand, which signing out waits for.
      const held: Route[] = []
      await page.route('**/api/sys/login/passkey/begin', (route) => void held.push(route))
      await signOut(at)
      await expect.poll(() => held.length).toBe(1)
      await held[0]?.continue()
    }
    await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
    const proved = await page.evaluate(async () => {
      const answer = await fetch('/api/account/sessions')
      const said = (await answer.json()) as { data: { current: boolean; amr: string[] }[] | null }
      if (!said.data) throw new Error(JSON.stringify(said))
      return said.data.find(({ current }) => current)?.amr
    })
    expect(proved).toEqual(['hwk', 'user', 'mfa'])
  })
})

test.each(['zh', 'en'] as const)(
  'a required factor is set up on the way in (%s)',
  async (locale) => {
    const words = TEXTS[locale]
    await visit({ browser, demo: strict, locale, name: `factor-enrol-${locale}` }, async (at) => {
      const { page, picture } = at
      await typePassword(at, USER[locale], strict.password)
      const dialog = page.getByRole('dialog', { name: words.enrol })
      await dialog.locator('code').waitFor()
      await accessibleInBoth(page)
      await picture('enrol')
      await setUp(at)
      await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
    })
  },
)
