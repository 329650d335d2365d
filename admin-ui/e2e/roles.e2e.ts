import { expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { type Visit, visit } from './support/browser'
import { Caller } from './support/caller'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES } from './support/words'

// A role is made of menus and given to somebody. While they are at work, one of its menus is taken away again: it
// leaves their side menu, their page and their operations, and they stay signed in with the rest.

const WORDS = {
  zh: {
    create: /^新增/,
    name: /^名称/,
    type: /^类型/,
    system: '系统角色',
    users: '用户管理: 查看',
    tenants: '租户管理: 查看',
    save: '保存',
    modified: '修改成功',
    added: '新增成功',
    denied: '无权访问',
  },
  en: {
    create: /^Create/,
    name: /^Name/,
    type: /^Type/,
    system: 'System role',
    users: 'Users: View',
    tenants: 'Tenants: View',
    save: 'Save',
    modified: 'Modified successfully',
    added: 'Added successfully',
    denied: 'No access',
  },
} as const

const PERSON = 'monitor'

const demo = sharedDemo()
const browser = sharedBrowser()

const roleOf = (locale: 'zh' | 'en') => `Clerk ${locale}`

async function addRole(it: Visit): Promise<void> {
  const { page, locale } = it
  const words = WORDS[locale]
  await openScreen(it, 'setting/role')
  await page.getByRole('link', { name: words.create }).click()
  await page.getByRole('textbox', { name: words.name }).first().fill(roleOf(locale))
  await page.getByRole('combobox', { name: words.type }).click()
  await page.getByRole('option', { name: words.system, exact: true }).click()
  for (const menu of [words.users, words.tenants]) {
    await page.getByRole('checkbox', { name: menu, exact: true }).check()
  }
  await accessible(page)
  await it.picture('roles-form')
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByText(words.added).first().waitFor()
  await page.getByRole('link', { name: roleOf(locale), exact: true }).waitFor()
}

/** Makes the role the person's own. */
async function giveRole(name: string): Promise<void> {
  const admin = new Caller(demo.origin)
  await admin.signIn('admin', demo.password)
  const list = async <T>(noun: string, filter: object): Promise<T[]> => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,99]' })
    return (await (await admin.fetch(`/api/admin/${noun}?${query}`)).json()) as T[]
  }
  const roles = await list<{ id: string; name: string }>('roles', {})
  const [user] = await list<Record<string, string>>('users', { q: PERSON })
  const given = await admin.fetch(`/api/admin/users/${user?.id}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'cardea',
      origin: demo.origin,
    },
    body: JSON.stringify({
      fullName: user?.fullName,
      userName: user?.userName,
      email: user?.email,
      phone: user?.phone,
      roleId: roles.find((role) => role.name === name)?.id,
      version: user?.version,
    }),
  })
  expect(given.status, await given.text()).toBe(200)
}

/** The administrator takes the menu of users out of the role. */
async function takeAway({ page, locale, picture }: Visit): Promise<void> {
  const words = WORDS[locale]
  await page.getByRole('link', { name: roleOf(locale), exact: true }).click()
  await page.getByRole('checkbox', { name: words.users, exact: true }).uncheck()
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByText(words.modified).first().waitFor()
  await picture('roles-taken-away')
}

const callUsers = ({ page }: Visit): Promise<number> =>
  page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'cardea' }
    return (await fetch('/api/admin/users', { headers })).status
  })

test.each(LOCALES)('a menu is taken away from somebody at work (%s)', (locale) =>
  visit({ browser, demo, locale, name: `roles-${locale}` }, async (admin) => {
    await signIn(admin, 'admin', demo.password)
    await addRole(admin)
    await giveRole(roleOf(locale))
    const person = {
      browser,
      demo,
      locale,
      name: `roles-person-${locale}`,
      // What they may no longer do, they are refused.
      expected: [/403/],
    }
    await visit(person, async (it) => {
      const { page } = it
      await signIn(it, PERSON, demo.password)
      await openScreen(it, 'systemManger/user')
      expect(await callUsers(it)).toBe(200)
      const entry = (path: string) => page.locator(`nav a[href$="/index/${path}"]`)
      expect(await entry('systemManger/tenant').count()).toBe(1)

      await takeAway(admin)
      // Nobody loads the page again.
      await page.getByRole('heading', { level: 1, name: WORDS[locale].denied }).waitFor()
      await expect.poll(() => entry('systemManger/user').count()).toBe(0)
      expect(await entry('systemManger/tenant').count()).toBe(1)
      expect(await callUsers(it)).toBe(403)
      await it.picture('roles-denied')
      await entry('systemManger/tenant').click()
      await page.locator('nav a[aria-current="page"]').waitFor()
    })
  }),
)
