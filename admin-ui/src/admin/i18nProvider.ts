/** react-admin's translations, in the language that portal and console share. */
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEn from 'ra-language-english'
import type { I18nProvider } from 'react-admin'
import { getLocale, setLocale } from '../shared/i18n'
import { en } from './i18n/en'
import { raZh } from './i18n/raZh'
import { zh } from './i18n/zh'

const MESSAGES = { zh: { ...raZh, ...zh }, en: { ...raEn, ...en } }

type Locale = keyof typeof MESSAGES

const known = (locale: string): Locale => (locale === 'en' ? 'en' : 'zh')

/** All messages of a language; anything but English is Chinese, the default. */
export function messagesOf(locale: string) {
  return MESSAGES[known(locale)]
}

/** The i18n provider; a change of language is shared with the rest of the app. */
export function createI18nProvider(): I18nProvider {
  const provider = polyglotI18nProvider(messagesOf, known(getLocale()), [
    { locale: 'zh', name: '中文' },
    { locale: 'en', name: 'English' },
  ])
  return {
    ...provider,
    changeLocale: async (locale) => {
      if (getLocale() !== locale) setLocale(known(locale))
      await provider.changeLocale(locale)
    },
  }
}
