import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibleInBoth } from './support/accessible'
import { visit } from './support/browser'
import { fill, focusComes, knowLanguage, reach } from './support/keyboard'
import { sharedBrowser, sharedDemo } from './support/shared'
import { LOCALES, type Locale, WORDS } from './support/words'

// A server that has nobody: the link that it prints makes its first administrator, once. By keyboard alone.

const TEXTS = {
  zh: {
    title: '创建首位管理员',
    fields: ['姓名', '用户名', '邮箱', '手机号', '密码', '确认密码'],
    blank: '请输入姓名',
    done: '管理员已创建，请登录',
    dead: '设置链接无效',
    toSignIn: '前往登录',
  },
  en: {
    title: 'Create the first administrator',
    fields: ['Full name', 'User name', 'E-mail', 'Phone', 'Password', 'Confirm new password'],
    blank: 'please enter the full name',
    done: 'Administrator created. Please sign in.',
    dead: 'This set-up link is not valid',
    toSignIn: 'Go to sign-in',
  },
} satisfies Record<Locale, { fields: string[] } & Record<string, unknown>>

const USER = 'first.admin'
const PASSWORD = 'Quite1first'

const browser = sharedBrowser()

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

describe.each(LOCALES)('in %s', (locale) => {
  const server = sharedDemo({ command: 'serve' })

  test('the first administrator is made by the link that the server prints, once', () =>
    visit({ browser, demo: server, locale, name: `set-up-${locale}` }, async (it) => {
      const { page, origin, picture } = it
      const texts = TEXTS[locale]
      const link = /^\s*(\S+\/setUp\?key=\S+)$/m.exec(server.log())?.[1] ?? ''
      expect(link.startsWith(`${origin}/setUp?key=`), server.log()).toBe(true)
      await knowLanguage(it)
      await page.goto(link)
      await page.getByRole('heading', { name: texts.title, level: 1 }).waitFor()
      const [first = ''] = texts.fields
      await reach(page, field(page, first))
      await picture('set-up')
      await page.keyboard.press('Enter')
      await page.getByText(texts.blank, { exact: true }).waitFor()
      await focusComes(field(page, first))
      await accessibleInBoth(page)
      const typed = ['林静', USER, 'first@example.org', '13900139000', PASSWORD, PASSWORD]
      for (const [at, name] of texts.fields.entries()) {
        await fill(page, field(page, name), typed[at] ?? '')
      }
      await accessibleInBoth(page)
      await page.keyboard.press('Enter')

      await page.getByText(texts.done, { exact: true }).waitFor()
      const { userName, password } = WORDS[locale]
      await focusComes(field(page, userName))
      await page.keyboard.type(USER)
      await fill(page, field(page, password), PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/index*`)
      await page.getByRole('heading', { level: 1 }).waitFor()

      await page.goto(link)
      await page.getByRole('heading', { name: texts.dead, level: 1 }).waitFor()
      await accessibleInBoth(page)
      await reach(page, page.getByRole('link', { name: texts.toSignIn, exact: true }))
    }))
})
