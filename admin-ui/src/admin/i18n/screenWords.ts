/** What screens say. It comes with the screen, in the language at hand, and not with the console. */
import { getLocale } from '../../shared/i18n'
import { known, type WordsOf } from './load'
import type { Words } from './words'

const FILES: Readonly<Record<WordsOf, Record<string, () => Promise<Words>>>> = {
  zh: import.meta.glob<Words>('../screens/**/zh.ts', { import: 'zh' }),
  en: import.meta.glob<Words>('../screens/**/en.ts', { import: 'en' }),
}

/** What has come so far, by the nouns that it is about. */
const here: Record<WordsOf, Words> = { zh: {}, en: {} }
/** Which files those are. */
const taken = new Set<string>()
const asked = new Set<string>()
/** The languages that were spoken since the console began. */
const spoken = new Set<WordsOf>()
const listeners = new Set<() => Promise<void>>()

async function take(folder: string, tag: WordsOf): Promise<void> {
  const file = `../screens/${folder}/${tag}.ts`
  if (taken.has(file)) return
  Object.assign(here[tag], await FILES[tag][file]?.())
  taken.add(file)
}

/** Has the texts of a screen's folder, in the language at hand and in those that were spoken before. */
export async function loadScreenWords(folder: string): Promise<void> {
  asked.add(folder)
  const tags = new Set([known(getLocale()), ...spoken])
  await Promise.all([...tags].map((tag) => take(folder, tag)))
  await Promise.all([...listeners].map((tell) => tell()))
}

/** The texts of the screens that were opened, in one language. */
export async function screenWords(tag: WordsOf): Promise<Words> {
  spoken.add(tag)
  await Promise.all([...asked].map((folder) => take(folder, tag)))
  return here[tag]
}

/** Tells who translates that there are more texts. */
export function onScreenWords(listener: () => Promise<void>): void {
  listeners.add(listener)
}
