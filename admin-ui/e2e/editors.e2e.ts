import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES } from './support/words'

// Two people have the same tenant open. Who saves second is told what the first has done, chooses
// where both have changed a field, and loses nothing of what only one of them has.

const TEXTS = {
  zh: {
    abbr: '简称',
    contact: '联系人',
    telephone: '电话',
    save: '保存',
    edit: '编辑',
    theirs: /^对方的修改：/,
    told: '此记录已被他人修改，您的修改尚未保存。',
    merge: '按此选择继续',
  },
  en: {
    abbr: 'Abbreviation',
    contact: 'Contact',
    telephone: 'Phone',
    save: 'Save',
    edit: 'Edit',
    theirs: /^Theirs:/,
    told: 'Somebody else has changed this record in the meantime, so your changes were not saved.',
    merge: 'Continue with this choice',
  },
} as const

const browser = sharedBrowser()
const demo = sharedDemo()

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}[\\s*]*$`) })

/** Opens the first tenant of the list. */
async function openTenant(it: Visit): Promise<void> {
  await openScreen(it, 'systemManger/tenant')
  const { page } = it
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await page.getByRole('link', { name: TEXTS[it.locale].edit, exact: true }).click()
  await field(page, TEXTS[it.locale].abbr).waitFor()
}

async function save({ page, locale }: Visit): Promise<void> {
  await page.getByRole('button', { name: TEXTS[locale].save, exact: true }).click()
}

test.each(LOCALES)('two administrators edit one record (%s)', (locale) =>
  visit({ browser, demo, locale, name: `editors-first-${locale}` }, async (first) => {
    await signIn(first, 'admin', demo.password)
    const expected = [/the server responded with a status of 409/]
    await visit(
      { browser, demo, locale, name: `editors-second-${locale}`, expected },
      async (second) => {
        const words = TEXTS[locale]
        await signIn(second, 'admin', demo.password)
        await openTenant(first)
        await openTenant(second)

        await field(first.page, words.abbr).fill(`FIRST-${locale}`)
        await field(first.page, words.contact).fill(`Chen ${locale}`)
        await save(first)
        await first.page.waitForURL(/systemManger\/tenant\/?$/)

        const { page } = second
        await field(page, words.abbr).fill(`SECOND-${locale}`)
        await field(page, words.telephone).fill('0215550100')
        await save(second)
        await page.getByText(words.told).waitFor()
        await page.getByText(`Chen ${locale}`).waitFor()
        await accessible(page)
        await second.picture('conflict')
        await page.getByRole('radio', { name: words.theirs }).check()
        await page.getByRole('button', { name: words.merge, exact: true }).click()
        await save(second)
        await page.waitForURL(/systemManger\/tenant\/?$/)

        await openTenant(first)
        const kept = [words.abbr, words.contact, words.telephone]
        const values = () => Promise.all(kept.map((name) => field(first.page, name).inputValue()))
        // What the list had is shown until the record is read anew.
        const want = [`FIRST-${locale}`, `Chen ${locale}`, '0215550100']
        await expect.poll(values, { timeout: 20_000 }).toEqual(want)
      },
    )
  }),
)
