import { useSyncExternalStore } from 'react'
import { recall, remember } from '../storage'
import { en } from './en'
import { type Messages, zh } from './zh'

/** Languages of this build; `zh` is the default of the product. */
export const LOCALES = ['zh', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export type MessageKey = keyof Messages

/** What `<html lang>` says, so that browsers pick the right glyphs, voices and hyphenation. */
const htmlLang: Record<Locale, string> = { zh: 'zh-CN', en: 'en' }

const listeners = new Set<() => void>()
const isLocale = (value: string | null): value is Locale => LOCALES.includes(value as Locale)

let current: Locale = initial()

/**
 * What was chosen; else the first language that the browser asks for and we have. The server reads
 * `Accept-Language` in the same way (`negotiation.json` holds both to it).
 */
function initial(): Locale {
  const stored = recall('language')
  if (!isLocale(stored)) return negotiate(navigator.languages) ?? 'zh'
  tellServer(stored)
  return stored
}

/** The first of some BCP 47 tags whose language there is. */
export function negotiate(tags: readonly string[]): Locale | undefined {
  return tags.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLocale)
}

/** Pages that the server writes itself follow the choice by this cookie; it is no secret. */
function tellServer(locale: Locale) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in supported browsers.
  document.cookie = `cardea_language=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

function mark() {
  document.documentElement.lang = htmlLang[current]
}
mark()

/** The language in use. Outside components; inside use {@link useLocale}. */
export const getLocale = (): Locale => current

/** Switches the language at once, for this tab and the next visits. Unknown names are ignored. */
export function setLocale(locale: string): void {
  if (!isLocale(locale)) return
  remember('language', locale)
  tellServer(locale)
  if (locale !== current) change(locale)
}

/**
 * Shows this page in the first of these languages that there is (`ui_locales` of OpenID Connect): BCP 47
 * tags separated by spaces. Nothing is remembered: it is the choice of whoever sent the person here.
 */
export function showLocale(tags: string): void {
  const locale = negotiate(tags.split(' '))
  if (locale && locale !== current) change(locale)
}

function change(locale: Locale): void {
  current = locale
  mark()
  for (const listener of listeners) listener()
}

/** Calls `listener` after each switch; returns the way to stop. */
export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language in use; the component renders again when it changes. */
export const useLocale = (): Locale => useSyncExternalStore(onLocaleChange, getLocale)

type Args = Record<string, string | number>

export interface Texts<K extends string> {
  /**
   * The text of `key` in the language in use. `{name}` in a text is replaced by `args.name`.
   * Texts are set by React as text, never as HTML.
   */
  t: (key: K, args?: Args) => string
  /** Whether `key` names a text, for keys made at run time. */
  has: (key: string) => key is K
  all: Readonly<Record<Locale, Readonly<Record<K, string>>>>
}

/** The texts of one part in every language. Parts that are loaded later bring their own. */
export function texts<K extends string>(
  chinese: Readonly<Record<K, string>>,
  english: Readonly<Record<NoInfer<K>, string>>,
): Texts<K> {
  const all = { zh: chinese, en: english }
  return {
    t: (key, args) => {
      const text = all[current][key]
      if (!args) return text
      return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole))
    },
    has: (key): key is K => Object.hasOwn(chinese, key),
    all,
  }
}

/** The shared texts. */
export const { t, has: isMessageKey } = texts<MessageKey>(zh, en)
