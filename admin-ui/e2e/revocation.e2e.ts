import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { Caller } from './support/caller'
import { sharedBrowser, sharedDemo } from './support/shared'
import { leaveFor, signInAtPage } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// Somebody is signed in, at the portal and in two systems. A revocation takes one of the systems away from
// them while they look at it; when they sign out, they are told which systems end and which stay open.

/** Who is authorised in three systems, in two studies each. */
const USER = 'monitor'
/** From the revocation until nothing of it is left, on every node. */
const SOON_MS = 5_000

const TEXTS = {
  zh: {
    open: (system: string) => new RegExp(`^进入 ${system}`),
    nothing: '该账号在本系统中没有项目授权。',
    told: '以下系统将同时退出：',
    stays: '以下系统不会同时退出，请在其中自行退出或关闭其页面：',
    out: '您已退出登录',
    ended: '已退出',
    still: '仍处于打开状态，请在该系统中退出或关闭其页面',
  },
  en: {
    open: (system: string) => new RegExp(`^Open ${system}`),
    nothing: 'This account has no study access in this system.',
    told: 'You are signed out of these systems as well:',
    stays: 'These systems stay open. Sign out there, or close their pages:',
    out: 'You have signed out',
    ended: 'Signed out',
    still: 'Still open: sign out there, or close its page',
  },
} satisfies Record<Locale, object>

const browser = sharedBrowser()

describe.each(LOCALES)('somebody who is signed in, in %s', (locale) => {
  const demo = sharedDemo()
  const texts = TEXTS[locale]

  test('loses a system by a revocation, and leaves the others by signing out', () =>
    visit({ browser, demo, locale, name: `revocation-${locale}` }, async (it) => {
      const { page, origin } = it
      await signInAtPage(it, USER, demo.password)
      const etmf = await open(it, 'eTMF')
      const ctms = await open(it, 'CTMS')
      expect((await whoami(page, ctms)).studies).toHaveLength(2)

      await revokeAll(demo.origin, demo.password, '040')
      await page.goto(`${origin}/softIndex`)
      await expect
        .poll(
          async () => {
            await page.reload()
            await page.getByRole('link', { name: texts.open('eTMF') }).waitFor()
            return page.getByRole('link', { name: texts.open('CTMS') }).count()
          },
          { timeout: SOON_MS },
        )
        .toBe(0)
      // The system asks who they are: they are somebody without a study.
      await page.goto(`${ctms}/login`)
      await page.getByText(texts.nothing).waitFor()
      expect((await whoami(page, ctms)).studies).toEqual([])
      await it.picture('revoked-in-the-system')

      await page.goto(`${origin}/softIndex`)
      await askToSignOut(it)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(texts.told).waitFor()
      await dialog.getByText(texts.stays).waitFor()
      await accessible(page)
      await it.picture('sign-out-asked')
      await dialog.getByRole('button', { name: WORDS[locale].signOut }).click()
      await page.waitForURL('**/signIn/index*')
      const left = page.getByRole('region', { name: texts.out })
      const of = (system: string) => left.getByRole('listitem').filter({ hasText: system })
      await of('CTMS').getByText(texts.ended, { exact: true }).waitFor()
      await of('eTMF').getByText(texts.still).waitFor()
      await accessible(page)
      await it.picture('sign-out-done')
      expect(await whoami(page, ctms)).toMatchObject({ signedIn: false })
      expect(await whoami(page, etmf)).toMatchObject({ signedIn: true, login: USER })
      // It is said once.
      await page.reload()
      await page.getByLabel(WORDS[locale].userName, { exact: true }).waitFor()
      expect(await left.count()).toBe(0)
    }))

  /** Opens a system from the workbench; answers its address. */
  async function open(it: Visit, system: string): Promise<string> {
    await it.page.goto(`${it.origin}/softIndex`)
    const card = it.page.getByRole('link', { name: texts.open(system) }).first()
    const there = await leaveFor(it, () => card.click())
    return new URL(there.url()).origin
  }
})

/** What a system says of this browser. */
async function whoami(page: Page, system: string) {
  const answer = await page.request.get(`${system}/whoami`)
  return (await answer.json()) as { signedIn: boolean; login?: string; studies?: unknown[] }
}

async function askToSignOut({ page, locale }: Visit): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].exit, exact: true }).click()
  await page.getByRole('menuitem', { name: WORDS[locale].signOut }).click()
}

/** An administrator revokes all that the user has in a system. */
async function revokeAll(origin: string, password: string, webCode: string): Promise<void> {
  const user = new Caller(origin)
  await user.signIn(USER, password)
  const tenants = await user.call<{ code: string }[]>('/api/tenant/combobox')
  const tenantId = tenants[0]?.code ?? ''
  const admin = new Caller(origin)
  await admin.signIn('admin', password)
  const ask = async <T>(path: string) =>
    (await (await admin.fetch(`/api/admin/panels${path}`)).json()) as T
  const panels = await ask<{ id: string; webCode: string }[]>(`?tenantId=${tenantId}`)
  const panel = panels.find((each) => each.webCode === webCode)
  const grants = await ask<{ id: string; userName: string }[]>(
    `/${panel?.id}/grants?tenantId=${tenantId}`,
  )
  const ids = grants.filter(({ userName }) => userName === USER).map(({ id }) => id)
  const answer = await admin.fetch(`/api/admin/panels/${panel?.id}/revoke`, {
    method: 'POST',
    body: JSON.stringify({ tenantId, ids, reason: 'The study is over for them' }),
    headers: { 'content-type': 'application/json', 'x-requested-with': 'cardea', origin },
  })
  expect(answer.status).toBe(202)
}
