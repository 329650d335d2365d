import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibleInBoth } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { addAuthenticator, authenticator, FACTOR_WORDS } from './support/factors'
import { whoIs } from './support/federation'
import { focusComes, press, reach } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { signIn } from './support/steps'
import { totp } from './support/totp'
import { LOCALES, type Locale } from './support/words'

// What people end and take away on the pages of their own account, by keyboard alone: sessions
// elsewhere, the authenticator, a passkey. Whoever signed in before there was a second factor has to
// prove it first.

const TEXTS = {
  zh: {
    over: '超时验证',
    current: '当前会话',
    end: '结束会话',
    endNamed: '结束会话：',
    ended: '会话已结束',
    endOthers: '结束其他所有会话',
    endedOthers: '已结束 2 个会话',
    onlyThis: '您的账号只在这里登录。',
    cancel: '取消',
    cancelled: '操作已取消',
    signIns: '登录记录',
    removeTotp: '移除身份验证器',
    remove: '移除',
    totpRemoved: '已移除身份验证器',
    noTotp: '尚未设置',
    addPasskey: '添加通行密钥',
    name: '名称',
    removeKey: '移除通行密钥“Test key”',
    keyRemoved: '已移除通行密钥“Test key”',
    noKey: '尚未添加通行密钥',
    usePasskey: '使用通行密钥',
  },
  en: {
    over: 'Timeout verification',
    current: 'This session',
    end: 'End session',
    endNamed: 'End session: ',
    ended: 'The session was ended',
    endOthers: 'End all other sessions',
    endedOthers: '2 sessions were ended',
    onlyThis: 'Your account is signed in here alone.',
    cancel: 'Cancel',
    cancelled: 'Operation cancelled',
    signIns: 'Sign-in history',
    removeTotp: 'Remove the authenticator',
    remove: 'Remove',
    totpRemoved: 'The authenticator was removed',
    noTotp: 'Not set up',
    addPasskey: 'Add a passkey',
    name: 'Name',
    removeKey: 'Remove the passkey “Test key”',
    keyRemoved: 'The passkey “Test key” was removed',
    noKey: 'No passkeys',
    usePasskey: 'Use a passkey',
  },
} satisfies Record<Locale, Record<string, string>>

/** Whose sessions are counted, one account a language: nothing else signs them in. */
const ENDING: Record<Locale, string> = { zh: 'investigator', en: 'monitor' }
/** Who has a second factor for a while, one a language. */
const STRONG: Record<Locale, string> = { zh: 'tenant.admin', en: 'admin' }

// Browsers take passkeys for a name only.
const demo = sharedDemo({ host: 'localhost' })
const browser = sharedBrowser()

/** Runs `body` in another browser of the same person, signed in and on a page of the account. */
const elsewhere = (
  { locale }: Visit,
  [user, path]: [string, string],
  name: string,
  body: (other: Visit) => Promise<void>,
) =>
  visit({ browser, demo, locale, name: `${name}-${locale}` }, async (other) => {
    await signIn(other, user, demo.password)
    await other.page.goto(`${other.origin}/account/${path}`)
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    await body(other)
  })

/** The session is over there: the next thing that is asked for says so, and nobody is signed in. */
async function isOut({ page, locale }: Visit): Promise<void> {
  const texts = TEXTS[locale]
  await reach(page, page.getByRole('link', { name: texts.signIns, exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: texts.over, exact: true }).waitFor()
  expect(await whoIs(page)).toBeNull()
}

/** Answers a question, whose own button has the focus. */
async function agree(page: Page, title: string, yes: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title, exact: true })
  await focusComes(question.getByRole('button', { name: yes, exact: true }))
  await accessibleInBoth(page)
  await page.keyboard.press('Enter')
}

test.each(LOCALES)('sessions elsewhere are ended, one and then all (%s)', (locale) =>
  visit({ browser, demo, locale, name: `sessions-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const there: [string, string] = [ENDING[locale], 'sessions']
    const sessions = async () => {
      await page.goto(`${origin}/account/sessions`)
      await page.getByText(texts.current, { exact: true }).waitFor()
    }
    await signIn(it, ENDING[locale], demo.password)
    await elsewhere(it, there, 'sessions-one', async (other) => {
      await sessions()
      await press(page, texts.endNamed)
      const question = page.getByRole('dialog', { name: texts.end, exact: true })
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await page.getByText(texts.cancelled, { exact: true }).waitFor()
      // Where it was; nothing was ended.
      await focusComes(page.getByRole('button', { name: texts.endNamed }))
      await page.keyboard.press('Enter')
      await agree(page, texts.end, texts.end)
      await page.getByText(texts.ended, { exact: true }).waitFor()
      await page.getByText(texts.onlyThis, { exact: true }).waitFor()
      // Its button went with it.
      await focusComes(page.getByRole('main'))
      await isOut(other)
    })
    await elsewhere(it, there, 'sessions-two', (second) =>
      elsewhere(it, there, 'sessions-three', async (third) => {
        await sessions()
        await press(page, texts.endOthers)
        await agree(page, texts.endOthers, texts.end)
        await page.getByText(texts.endedOthers, { exact: true }).waitFor()
        await page.getByText(texts.onlyThis, { exact: true }).waitFor()
        await focusComes(page.getByRole('main'))
        for (const other of [second, third]) await isOut(other)
        expect(await whoIs(page), 'who ended them stays').toBe(ENDING[locale])
      }),
    )
  }),
)

test.each(LOCALES)('an authenticator is taken away with its own code (%s)', (locale) =>
  visit({ browser, demo, locale, name: `remove-totp-${locale}` }, async (it) => {
    const texts = TEXTS[locale]
    const user = STRONG[locale]
    await signIn(it, user, demo.password)
    await elsewhere(it, [user, 'security'], 'remove-totp-older', async (older) => {
      const secret = await addAuthenticator(it)
      const { page } = older
      await page.reload()
      await press(page, texts.removeTotp)
      await agree(page, texts.removeTotp, texts.remove)
      const proof = page.getByRole('dialog', { name: FACTOR_WORDS[locale].proof, exact: true })
      const code = proof.getByLabel(FACTOR_WORDS[locale].code, { exact: true })
      await focusComes(code)
      await accessibleInBoth(page)
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => proof.getByRole('alert').textContent(), { timeout: 30_000 })
        .not.toBe('')
      // The code that set it up is spent.
      await page.keyboard.type(totp(secret, 1))
      await page.keyboard.press('Enter')
      await page.getByText(texts.totpRemoved, { exact: true }).waitFor()
      await page.getByText(texts.noTotp, { exact: true }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusComes(page.getByRole('main'))
    })
  }),
)

/** Gives `to` the passkeys of `from`, as a phone that keeps them for several computers does. */
async function share(from: CDPSession, to: CDPSession, [here, there]: [string, string]) {
  const { credentials } = await from.send('WebAuthn.getCredentials', { authenticatorId: here })
  expect(credentials).toHaveLength(1)
  for (const credential of credentials) {
    await to.send('WebAuthn.addCredential', { authenticatorId: there, credential })
  }
}

test.each(LOCALES)('a passkey is taken away with itself (%s)', (locale) =>
  visit({ browser, demo, locale, name: `remove-passkey-${locale}` }, async (it) => {
    const { page, origin } = it
    const texts = TEXTS[locale]
    const user = STRONG[locale]
    await signIn(it, user, demo.password)
    await elsewhere(it, [user, 'security'], 'remove-passkey-older', async (older) => {
      const made = await authenticator(page)
      await page.goto(`${origin}/account/security`)
      await press(page, texts.addPasskey)
      const dialog = page.getByRole('dialog')
      await focusComes(dialog.getByLabel(texts.name, { exact: true }))
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('Test key')
      await page.keyboard.press('Enter')
      await press(page, FACTOR_WORDS[locale].saved)
      await dialog.waitFor({ state: 'detached' })

      const held = await authenticator(older.page)
      await share(made.session, held.session, [made.id, held.id])
      await older.page.reload()
      await press(older.page, texts.removeKey)
      await agree(older.page, texts.removeKey, texts.remove)
      const proof = older.page.getByRole('dialog', {
        name: FACTOR_WORDS[locale].proof,
        exact: true,
      })
      await focusComes(proof.getByRole('button', { name: texts.usePasskey, exact: true }))
      await accessibleInBoth(older.page)
      await older.page.keyboard.press('Enter')
      await older.page.getByText(texts.keyRemoved, { exact: true }).waitFor()
      await older.page.getByText(texts.noKey, { exact: true }).waitFor()
      await older.page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusComes(older.page.getByRole('main'))
    })
  }),
)
