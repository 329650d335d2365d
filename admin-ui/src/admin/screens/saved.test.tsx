import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setLocale } from '../../shared/i18n'
import { listing, openConsole, startConsole, TENANTS } from '../testing'
import { NO_FACTORS, USERS } from './systemManger/user/fixtures'

// What every form of its own page says once its record is saved, and every list once one is deleted.

const server = startConsole()

const WORDS = {
  en: {
    save: 'Save',
    added: 'Added successfully',
    modified: 'Modified successfully',
    ask: 'Delete this information?',
    remove: 'Delete',
    confirm: 'Confirm',
    deleted: 'Deleted successfully',
    acts: 'Actions: wang',
    siteActs: 'Actions: Clinic',
  },
  zh: {
    save: '保存',
    added: '新增成功',
    modified: '修改成功',
    ask: '确定删除该信息吗？',
    remove: '删除',
    confirm: '确定',
    deleted: '删除成功',
    acts: '操作：wang',
    siteActs: '操作：Clinic',
  },
} as const

const SITE = {
  id: 's1',
  version: 1,
  siteName: 'Clinic',
  levelId: 'l1',
  typeId: 'k1',
  isUserAdd: 1,
}
const USER = USERS[0]
const FORMS = {
  tenant: { id: 't1', noun: 'tenants', record: TENANTS[0] },
  site: { id: 's1', noun: 'sites', record: SITE },
  user: { id: 'u1', noun: 'users', record: USER },
} as const

type Form = keyof typeof FORMS
type Locale = keyof typeof WORDS

const both = (['en', 'zh'] as const).flatMap((locale) =>
  (['tenant', 'site', 'user'] as const).map((form) => [form, locale] as [Form, Locale]),
)

beforeEach(() => {
  const item = (id: string) => ({ id, dicName: id, dicCode: id, sort: 1 })
  server.use(
    http.get('/api/admin/users', () => listing([USER as never])),
    http.get('/api/admin/sites', () => listing([SITE])),
    http.get('/api/admin/users/u1/factors', () => HttpResponse.json(NO_FACTORS)),
    http.get('/api/admin/dictionary-items', () => listing(['c1', 'l1', 'k1'].map(item))),
    ...Object.values(FORMS).flatMap(({ id, noun, record }) => [
      http.get(`/api/admin/${noun}/${id}`, () => HttpResponse.json(record as never)),
      http.put(`/api/admin/${noun}/${id}`, () => HttpResponse.json(record as never)),
      http.delete(`/api/admin/${noun}/${id}`, () => HttpResponse.json(record as never)),
      http.post(`/api/admin/${noun}`, () => HttpResponse.json(record as never, { status: 201 })),
    ]),
  )
})

it.each(both)('a %s is added, in %s', async (form, locale) => {
  setLocale(locale)
  const path = `/index/systemManger/${form}`
  const filled = encodeURIComponent(JSON.stringify(FORMS[form].record))
  const { user, router } = openConsole(`${path}/create?source=${filled}`)
  await user.click(await screen.findByRole('button', { name: WORDS[locale].save }))
  await screen.findByText(WORDS[locale].added)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

it.each(both)('a %s is changed, in %s', async (form, locale) => {
  setLocale(locale)
  const path = `/index/systemManger/${form}`
  const { user, router } = openConsole(`${path}/${FORMS[form].id}`)
  await user.click(await screen.findByRole('button', { name: WORDS[locale].save }))
  await screen.findByText(WORDS[locale].modified)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

it.each(['en', 'zh'] as const)('a site is deleted after a question, in %s', async (locale) => {
  setLocale(locale)
  const words = WORDS[locale]
  const { user } = openConsole('/index/systemManger/site')
  await user.click(await screen.findByRole('button', { name: words.siteActs }))
  await user.click(await screen.findByRole('menuitem', { name: words.remove }))
  await screen.findByText(words.ask)
  await user.click(screen.getByRole('button', { name: words.confirm }))
  await screen.findByText(words.deleted)
})

it.each(['en', 'zh'] as const)('a user is deleted after a question, in %s', async (locale) => {
  setLocale(locale)
  const words = WORDS[locale]
  const { user } = openConsole('/index/systemManger/user')
  await user.click(await screen.findByRole('button', { name: words.acts }))
  await user.click(await screen.findByRole('menuitem', { name: words.remove }))
  await screen.findByText(words.ask)
  await user.click(screen.getByRole('button', { name: words.remove }))
  await screen.findByText(words.deleted)
})
