import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser'
import { Caller } from './caller'
import type { Demo } from './demo'
import { WORDS } from './words'

/** A choice of a panel's column, as the server offers it. */
export interface Choice {
  id: string
  label: string
  note?: string
}

/** Signs in at the sign-in page, with name and password. */
export async function signInAtPage(
  visit: Visit,
  userName: string,
  password: string,
): Promise<void> {
  const { page, locale, origin } = visit
  const words = WORDS[locale]
  await page.goto(`${origin}/`)
  await page.waitForURL('**/signIn/index*')
  await speak(visit)
  await visit.picture('sign-in')
  await page.getByLabel(words.userName, { exact: true }).fill(userName)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/signIn'))
}

/** Opens the portal signed in already: for journeys that are not about the sign-in page. */
export async function signIn(visit: Visit, userName: string, password: string): Promise<void> {
  const { page, context, origin } = visit
  const caller = new Caller(origin)
  await caller.signIn(userName, password)
  await context.addCookies(caller.cookies())
  await page.goto(`${origin}/`)
  await page.waitForURL(({ pathname }) => pathname !== '/')
  await page.getByRole('button', { name: /^(语言|Language)$/ }).waitFor()
  await speak(visit)
}

/** Chooses the language in the top bar or on the sign-in page, unless it is the current one. */
export async function speak({ page, locale }: Visit): Promise<void> {
  const spoken = () => page.locator('html').getAttribute('lang')
  if ((await spoken())?.startsWith(locale)) return
  await page.getByRole('button', { name: /^(语言|Language)$/ }).click()
  await page.getByRole('menuitemradio', { name: WORDS[locale].language }).click()
  await expect.poll(spoken).toMatch(new RegExp(`^${locale}`))
}

/** Signs out by the exit menu, as far as the sign-in page. */
export async function signOut({ page, locale }: Visit): Promise<void> {
  const words = WORDS[locale]
  await page.getByRole('button', { name: words.exit, exact: true }).click()
  await page.getByRole('menuitem', { name: words.signOut }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.signOut }).click()
  await page.waitForURL('**/signIn/index*')
  // The sign-in page is another document: whoever asks the page something waits until it stands.
  await page.getByLabel(words.userName, { exact: true }).waitFor()
}

/** The session is gone, as after a time without activity; the pages do not know it yet. */
export async function loseSession({ context, origin }: Visit): Promise<void> {
  const secrets = (await context.cookies(origin)).filter(({ httpOnly }) => httpOnly)
  for (const { name } of secrets) await context.clearCookies({ name })
}

/** Goes to a screen of the console by the side menu; from the chooser, through its door. */
export async function openScreen({ page, locale }: Visit, path: string): Promise<void> {
  const door = page.getByRole('link', { name: WORDS[locale].openConsole })
  const link = page.locator(`a[href$="/index/${path}"]`)
  const entry = page.locator('nav').locator(link)
  await door.or(entry).first().waitFor({ state: 'attached' })
  if (await door.isVisible()) await door.click()
  // The console begins at its home, or at a screen whose group it opens: not before that is marked does the
  // menu stay as it is.
  await page.locator('nav a[aria-current="page"]').waitFor()
  // The entry may be in a group that is closed.
  if (!(await entry.isVisible())) {
    const group = page.locator('nav li').filter({ has: link }).first()
    await group.getByRole('button').first().click()
  }
  await entry.click()
  await page.waitForURL(`**/index/${path}*`)
  // The address changes before the page is drawn; until then the buttons are those of the screen before.
  await page.locator(`nav a[aria-current="page"][href$="/index/${path}"]`).waitFor()
}

/** Does something with the whole list, out of its menu. */
export async function chooseMore({ page, locale }: Visit, name: string): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].more, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The first tenant that a user may choose. */
export async function tenantOf(demo: Demo, userName: string): Promise<string> {
  const caller = new Caller(demo.origin)
  await caller.signIn(userName, demo.password)
  const [tenant] = await caller.call<{ code: string; desc: string }[]>('/api/tenant/combobox')
  if (!tenant) throw new Error(`${userName} belongs to no tenant`)
  return tenant.desc
}

/** On the screen of authorisations: the panel of a tenant's system. */
export async function choosePanel(
  { page, locale }: Visit,
  tenant: string,
  system: RegExp,
): Promise<void> {
  const field = page.getByRole('combobox', { name: WORDS[locale].tenant })
  // The console chooses a tenant by itself, once it knows one.
  await expect.poll(() => field.inputValue(), { timeout: 30_000 }).not.toBe('')
  if ((await field.inputValue()) !== tenant) {
    await field.fill(tenant)
    await page.getByRole('option', { name: tenant, exact: true }).first().click()
  }
  await expect.poll(() => field.inputValue()).toBe(tenant)
  await page.getByRole('tab', { name: system }).click()
  // What is looked for next may be in the panel that was there before, too.
  await page.getByRole('tab', { name: system, selected: true }).waitFor()
}

/**
 * Below a panel that is filled in: chooses one user and authorises, after `before`. Answers the
 * result's dialog.
 */
export async function authorise(
  { page, locale }: Visit,
  user: string,
  before: () => Promise<void> = async () => undefined,
): Promise<Locator> {
  const words = WORDS[locale]
  await page.getByRole('button', { name: words.chooseUsers }).click()
  const dialog = page.getByRole('dialog', { name: words.chooseUsers })
  for (const name of [words.role, words.userType]) {
    await dialog.getByRole('combobox', { name }).click()
    await page.getByRole('listbox', { name }).getByRole('option').first().click()
  }
  await dialog.getByRole('searchbox', { name: words.searchUsers }).fill(user)
  await dialog.getByRole('checkbox', { name: new RegExp(`(^|\\s)${user}$`) }).check()
  await before()
  await dialog.getByRole('button', { name: words.authorise, exact: true }).click()
  return page.getByRole('dialog', { name: words.result })
}

export async function closeResult({ locale }: Visit, result: Locator): Promise<void> {
  await result.getByRole('button', { name: WORDS[locale].close, exact: true }).click()
  await result.waitFor({ state: 'hidden' })
}

/** The column of a panel that the plugin names `key`. */
export const column = (page: Page, key: string): Locator => page.locator(`[data-column="${key}"]`)

/** Picks a choice: one that was offered, or the only one whose name begins with a text. */
export async function pick(list: Locator, wanted: Choice | string): Promise<void> {
  const name =
    typeof wanted === 'string'
      ? new RegExp(`^${literal(wanted)}`)
      : new RegExp(`^${literal(wanted.label)}\\s*${literal(wanted.note ?? '')}$`)
  await list.getByRole('radio', { name }).or(list.getByRole('checkbox', { name })).check()
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the server offers for a column after `action`. */
export async function offered(
  page: Page,
  key: string,
  action: () => Promise<unknown>,
): Promise<Choice[]> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (each) => each.url().endsWith('/options') && each.request().postDataJSON()?.column === key,
    ),
    action(),
  ])
  return ((await response.json()) as { choices: Choice[] }).choices
}

/** The page on another origin that `action` leads to, in this tab or in a new one. */
export async function leaveFor({ page, context, origin }: Visit, action: () => Promise<unknown>) {
  await action()
  const elsewhere = () =>
    context.pages().find((each) => {
      const { protocol, origin: there } = new URL(each.url())
      return protocol.startsWith('http') && there !== origin
    })
  await expect.poll(elsewhere, { timeout: 30_000 }).toBeDefined()
  const there = elsewhere() ?? page
  await there.waitForLoadState()
  return there
}
