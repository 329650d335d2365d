/** react-admin's translations, in the language that portal and console share. */
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { getLocale, setLocale } from '../shared/i18n'
import { known, loadWords, type Messages, type WordsOf } from './i18n/load'

const loaded: Partial<Record<WordsOf, Messages>> = {}

/** All messages of a language, kept. */
export async function loadMessages(locale: string = getLocale()): Promise<Messages> {
  const tag = known(locale)
  const messages = loaded[tag] ?? (await loadWords(tag))
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
