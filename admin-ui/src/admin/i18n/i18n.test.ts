import raEn from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { createI18nProvider, loadMessages } from '../i18nProvider'
import { SCREENS } from '../routes'
import { en } from './en'
import { raZh } from './raZh'
import { loadScreenWords } from './screenWords'
import type { Words } from './words'
import { zh } from './zh'

const wordsOf = (files: Record<string, Words>): Words => Object.assign({}, ...Object.values(files))
const zhResources = wordsOf(
  import.meta.glob<Words>('../screens/**/zh.ts', { eager: true, import: 'zh' }),
)
const enResources = wordsOf(
  import.meta.glob<Words>('../screens/**/en.ts', { eager: true, import: 'en' }),
)

/** The texts of a message tree by their full keys. */
function flat(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value] as const]
        : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

/** The placeholders of a text, each once: plural forms may repeat one. */
const slots = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()

/** Placeholders that Chinese leaves out because the sentence needs none. */
const CHINESE_NEEDS_NONE = new Set(['%{name}', '%{recordRepresentation}', '%{smart_count}'])

describe.each([
  ['the console’s own texts', zh, en],
  ['the screens’ words', zhResources, enResources],
  ['react-admin’s texts', raZh, raEn],
])('%s', (_, chinese, english) => {
  const zhTexts = flat(chinese)
  const enTexts = flat(english)

  it('have the same keys in both languages', () => {
    expect([...zhTexts.keys()].sort()).toEqual([...enTexts.keys()].sort())
  })

  it('are never blank, and use no placeholder that is not filled', () => {
    for (const [key, text] of zhTexts) {
      if (key !== 'ra.boolean.null') expect(text.trim(), key).not.toBe('')
      const known = slots(enTexts.get(key) ?? '')
      expect(known, key).toEqual(expect.arrayContaining(slots(text)))
      const dropped = known.filter((slot) => !slots(text).includes(slot))
      expect([...CHINESE_NEEDS_NONE], key).toEqual(expect.arrayContaining(dropped))
    }
  })
})

it('speaks Chinese wherever it is not told to speak English', async () => {
  expect((await loadMessages('en')).cardea.retry).toBe(en.cardea.retry)
  expect((await loadMessages('zh')).cardea.retry).toBe(zh.cardea.retry)
  expect((await loadMessages('fr')).cardea.retry).toBe(zh.cardea.retry)
})

it('calls every screen something in both languages', () => {
  for (const { noun, title } of Object.values(SCREENS)) {
    expect(title.zh, noun).toMatch(/\p{Script=Han}/u)
    expect(title.en, noun).toMatch(/^[A-Z][\w -]+$/)
  }
})

it('has what a screen says once the screen is there, and in the language that is chosen then', async () => {
  const provider = createI18nProvider()
  // In development React makes everything twice, and keeps the first.
  createI18nProvider()
  await provider.changeLocale('en')
  expect(provider.translate('resources.areas.add1', { _: '' })).toBe('')
  await loadScreenWords('systemManger/eare')
  expect(provider.translate('resources.areas.add1')).toBe('Add a country')
  expect(provider.translate('resources.areas.title')).toBe('Regions')
  await provider.changeLocale('zh')
  expect(provider.translate('resources.areas.add1')).toBe('新增国家')
})
