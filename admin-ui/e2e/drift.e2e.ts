import { describe, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { choosePanel, openScreen, signIn, tenantOf } from './support/steps'
import { LOCALES, type Locale, WORDS } from './support/words'

// A trial system was never told, or loses what it was told, as after the return of an old backup: the simulators keep
// nothing when they end. An administrator sees it by comparing, and puts the system right.

/** Who is authorised in the system. */
const USER = 'monitor'
const STUDY = 'HK-101'

const TEXTS = {
  zh: {
    compare: '与系统对账',
    missing: '系统中缺失',
    all: '选择全部差异',
    reason: /原因/,
    right: '修正系统',
    done: '系统修正结果',
    over: /比对完成：\d+ 人，(\d+) 处差异/,
    close: '关闭',
  },
  en: {
    compare: 'Compare with system',
    missing: 'Missing in the system',
    all: 'Select every difference',
    reason: /Reason/,
    right: 'Put the system right',
    done: 'Result of putting the system right',
    over: /People compared: \d+\. Differences: (\d+)/,
    close: 'Close',
  },
} satisfies Record<Locale, object>

const browser = sharedBrowser()

describe.each(LOCALES)('a system that lacks what was granted, in %s', (locale) => {
  const demo = sharedDemo()
  const texts = TEXTS[locale]

  test('is compared with the grants and put right', async () => {
    const tenant = await tenantOf(demo, USER)
    await visit({ browser, demo, locale, name: `drift-${locale}` }, async (it) => {
      const { page } = it
      const dialog = page.getByRole('dialog')
      const open = async () => {
        await openScreen(it, 'projectManager/userAllowed')
        await choosePanel(it, tenant, /^CTMS/)
        await page.locator('button[aria-pressed]', { hasText: STUDY }).click()
      }
      const found = async () => {
        await page.getByRole('button', { name: texts.compare }).click()
        const told = dialog.getByText(texts.over)
        await told.waitFor()
        return Number(texts.over.exec((await told.textContent()) ?? '')?.[1])
      }
      const putRight = async () => {
        await dialog.getByRole('checkbox', { name: texts.all }).check()
        await dialog.getByRole('textbox', { name: texts.reason }).fill('After the backup of Monday')
        await dialog.getByRole('button', { name: texts.right }).click()
        await page.getByRole('heading', { name: texts.done }).waitFor()
        await dialog.getByRole('heading', { name: WORDS[locale].succeeded(1) }).waitFor()
        await it.picture('put-right')
        await dialog.getByRole('button', { name: texts.close }).click()
      }
      const close = () => dialog.getByRole('button', { name: texts.close }).click()

      await signIn(it, 'admin', demo.password)
      await open()
      // The demonstration's own grants were never told.
      expect(await found()).toBe(1)
      await dialog.getByText(texts.missing).waitFor()
      await accessible(page)
      await it.picture('compared')
      await putRight()
      expect(await found()).toBe(0)
      await close()

      // An open page asks again and again who uses it, and would find nobody there.
      await page.goto('about:blank')
      await demo.restart('demo')
      await page.goto(demo.origin)
      await open()
      expect(await found()).toBe(1)
      await putRight()
      expect(await found()).toBe(0)
    })
  })
})
