import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import { sent } from './support/outbox'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// What a message says is changed, looked at before it is kept, sent that way, and put back.

const TEXTS = {
  zh: {
    purpose: '找回密码链接（邮件）',
    group: '中文',
    subject: '主题（中文）',
    text: '内容（中文）',
    insert: '插入 {link}',
    preview: '预览（示例数据）',
    said: '您好 {userName}，请打开：\n\n',
    shown: '您好 zhangsan，请打开：',
    about: '重置您的密码',
    needs: '内容须包含{link}',
    save: '保存',
    changed: '已修改',
    acts: '操作：',
    reset: '恢复默认内容',
    resetDone: '已恢复默认内容',
    byEmail: '邮箱链接',
    email: '邮箱',
    open: '打开链接',
  },
  en: {
    purpose: 'Recovery link, e-mail',
    group: 'English',
    subject: 'Subject (English)',
    text: 'Text (English)',
    insert: 'Insert {link}',
    preview: 'Preview, with made-up values',
    said: 'Hello {userName}, please open:\n\n',
    shown: 'Hello achen, please open:',
    about: 'Another password',
    needs: 'the text needs {link}',
    save: 'Save',
    changed: 'Changed',
    acts: 'Actions: ',
    reset: 'Restore the standard text',
    resetDone: 'The standard text is back.',
    byEmail: 'By e-mail',
    email: 'E-mail',
    open: 'Open the link',
  },
} as const satisfies Record<Locale, object>

/** Whose password is recovered; nobody is written to twice within a minute. */
const MAILBOXES: Record<Locale, string> = {
  zh: 'tenant.admin@demo.example.com',
  en: 'admin@demo.example.com',
}

const demo = sharedDemo()
const browser = sharedBrowser()

test.each(LOCALES)('a message says what an operator has it say, in %s', (locale) =>
  visit(
    { browser, demo, locale, name: `message-templates-${locale}`, expected: [/422/] },
    async (it) => {
      const { page, origin } = it
      const [texts, mailbox] = [TEXTS[locale], MAILBOXES[locale]]
      await signIn(it, 'admin', demo.password)
      await openScreen(it, 'base/messageTemplate')
      const row = page.getByRole('row').filter({ hasText: texts.purpose })
      await row.getByRole('link', { name: texts.purpose }).waitFor()
      await accessible(page)
      await it.picture('list')
      await row.getByRole('link', { name: texts.purpose }).click()

      const part = page.getByRole('group', { name: texts.group, exact: true })
      const letter = part.frameLocator(`iframe[title="${texts.preview}"]`)
      await letter.getByText(texts.open).waitFor()
      await part.getByRole('textbox', { name: texts.subject }).fill(texts.about)
      await part.getByRole('textbox', { name: texts.text }).fill(`${texts.said}<b>x</b>`)
      await part.getByText(texts.needs).waitFor()
      await part.getByRole('textbox', { name: texts.text }).fill(texts.said)
      await part.getByRole('button', { name: texts.insert }).click()
      await letter.getByText(texts.shown).waitFor()
      await letter.getByRole('heading', { name: texts.about }).waitFor()
      // It looks as it will: what its style says counts, though the page lets none of its own.
      const button = letter.getByText(texts.open)
      expect(await button.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(
        'rgb(31, 95, 191)',
      )
      await accessible(page)
      await it.picture('form')
      await page.getByRole('button', { name: texts.save }).click()
      await row.getByText(texts.changed).waitFor()

      // Nobody is signed in where a password is recovered.
      const other = await it.context.browser()?.newContext({ locale, baseURL: origin })
      const visitor = await other?.newPage()
      if (!visitor) throw new Error('there is no browser')
      await visitor.goto(`${origin}/forget`)
      await visitor.getByRole('tab', { name: texts.byEmail }).click()
      await visitor.getByLabel(texts.email, { exact: true }).fill(mailbox)
      await visitor.keyboard.press('Enter')
      const message = await sent(demo, 'recovery-link', mailbox)
      await other?.close()
      expect(message.subject).toContain(texts.about)
      expect(message.html).toContain(texts.open)

      await row.getByRole('button', { name: `${texts.acts}${texts.purpose}` }).click()
      await page.getByRole('menuitem', { name: texts.reset }).click()
      await page.getByRole('dialog').getByRole('button', { name: texts.reset }).click()
      await page.getByText(texts.resetDone).waitFor()
      await expect.poll(() => row.getByText(texts.changed).count()).toBe(0)
    },
  ),
)
