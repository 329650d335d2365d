/** react-admin's translations, in the language that portal and console share. */
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { getLocale, setLocale } from '../shared/i18n'

/** One language is loaded: the other when somebody asks for it. */
const LOAD = {
  zh: async () => (await import('./i18n/allZh')).messages,
  en: async () => (await import('./i18n/allEn')).messages,
}

type Locale = keyof typeof LOAD
type Messages = Awaited<ReturnType<(typeof LOAD)[Locale]>>

const known = (locale: string): Locale => (locale === 'en' ? 'en' : 'zh')

const loaded: Partial<Record<Locale, Messages>> = {}

/** All messages of a language; anything but English is Chinese, the default. */
export async function loadMessages(locale: string = getLocale()): Promise<Messages> {
  const tag = known(locale)
  const messages = loaded[tag] ?? (await LOAD[tag]())
  loaded[tag] = messages
  return messages
}

/**
 * The i18n provider; a change of language is shared with the rest of the app. The messages of the
 * language at hand must be loaded: the first picture does not wait.
 */
export function createI18nProvider(): I18nProvider {
  const provider = polyglotI18nProvider(
    (locale) => loaded[known(locale)] ?? loadMessages(locale),
    known(getLocale()),
    [
      { locale: 'zh', name: '中文' },
      { locale: 'en', name: 'English' },
    ],
  )
  return {
    ...provider,
    changeLocale: async (locale) => {
      if (getLocale() !== locale) setLocale(known(locale))
      await provider.changeLocale(locale)
    },
  }
}
