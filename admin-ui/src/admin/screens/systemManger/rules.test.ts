import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { en as sharedEn } from '../../i18n/en'
import { zh as sharedZh } from '../../i18n/zh'
import { isAddress } from '../../widgets/form/rules'
import { en as siteEn } from './site/en'
import { zh as siteZh } from './site/zh'
import { en as tenantEn } from './tenant/en'
import { telephone } from './tenant/form'
import { zh as tenantZh } from './tenant/zh'
import { en as userEn } from './user/en'
import { loginName, phone } from './user/form'
import { zh as userZh } from './user/zh'

/** A file of the server's source. */
const rust = (file: string) => readFileSync(`../core/src/resources/${file}`, 'utf8')

// What the browser says before anything is sent is what the server would have said: read in its source.

/** What the rules of a form say, among what its screen says. */
const rulesOf = (words: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).filter(([key]) =>
      /^(need_\w+|name_(short|at|space)|phone_(short|format)|tel_\w+)$/.test(key),
    ),
  )

const FORMS = [
  [
    'a tenant',
    rulesOf(tenantEn.tenants),
    rulesOf(tenantZh.tenants),
    rust('tenants/model.rs') + rust('tenants/service.rs'),
  ],
  [
    'a site',
    rulesOf(siteEn.sites),
    rulesOf(siteZh.sites),
    rust('sites/model.rs') + rust('sites/service.rs'),
  ],
  [
    'a user',
    rulesOf(userEn.users),
    rulesOf(userZh.users),
    rust('users/model.rs') + rust('users/api.rs'),
  ],
  [
    'an e-mail',
    { email: sharedEn.cardea.rules.email },
    { email: sharedZh.cardea.rules.email },
    rust('tenants/model.rs') + rust('tenants/service.rs'),
  ],
] as const

describe('the sentences', () => {
  it.each(FORMS)('about %s are the server’s', (_, en, zh, source) => {
    const server = source.replace(/\s+/g, ' ')
    expect(Object.keys(en)).not.toEqual([])
    for (const [key, english] of Object.entries(en)) {
      const chinese = (zh as Record<string, string>)[key]
      expect(server, key).toContain(`"${chinese}", "${english}"`)
    }
  })

  it('about lengths are the server’s', () => {
    const input = rust('../kernel/resource/input.rs')
    for (const { long } of [sharedEn.cardea.rules, sharedZh.cardea.rules]) {
      expect(input).toContain(`"${long.replace('%{', '{')}"`)
    }
  })
})

describe('the phone of a tenant', () => {
  it.each([
    ['', undefined],
    [null, undefined],
    [' 02112345678 ', undefined],
    ['abc', 'number'],
    ['0x1f', 'number'],
    ['1e5', 'number'],
    ['电话', 'number'],
    ['+86 21', 'format'],
    ['021-123', 'format'],
    ['1.5', 'format'],
    ['-15', 'format'],
    ['１２', 'format'],
  ])('is judged as the server does: %j', (typed, verdict) =>
    expect(telephone('number', 'format')(typed)).toBe(verdict),
  )
})

/** What the first of some rules that is broken says. */
const first = (rules: ((value: unknown) => string | undefined)[], typed: string) =>
  rules.map((rule) => rule(typed)).find((said) => said !== undefined)

describe('a user', () => {
  it.each([
    ['wang', undefined],
    ['王建国一', undefined],
    ['w@x', 'short'],
    ['wang@x', 'at'],
    ['wang x', 'space'],
  ])('is called %j', (typed, verdict) => {
    const rules = loginName({ short: 'short', at: 'at', space: 'space' })
    expect(first(rules, typed)).toBe(verdict)
  })

  it.each([
    ['+86 138-0013', undefined],
    ['1234', 'short'],
    ['1234x', 'format'],
    ['1'.repeat(21), 'format'],
  ])('is reached by phone at %j', (typed, verdict) =>
    expect(first(phone({ short: 'short', format: 'format' }), typed)).toBe(verdict),
  )
})

describe('an e-mail address', () => {
  it.each(['a@b.cn', 'first.last+tag@mail.example.com', "o'neil@x-y.org", '1@2.co'])(
    'is %j',
    (typed) => expect(isAddress(typed)).toBe(true),
  )

  it.each([
    'a',
    'a@b',
    '@b.cn',
    'a@@b.cn',
    'a b@c.cn',
    'a@b..cn',
    '.a@b.cn',
    'a..b@c.cn',
    'a@-b.cn',
    'a@b-.cn',
    '张@b.cn',
    `${'a'.repeat(65)}@example.com`,
  ])('is not %j', (typed) => expect(isAddress(typed)).toBe(false))
})
