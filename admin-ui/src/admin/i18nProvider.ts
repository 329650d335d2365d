/** react-admin's translations, in the language that portal and console share. */
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { getLocale, setLocale } from '../shared/i18n'
import { known, loadWords, type Messages, type WordsOf } from './i18n/load'
import { onScreenWords, screenWords } from './i18n/screenWords'
import type { Words } from './i18n/words'
import { SCREENS } from './routes'
import { isResource } from './screen'

type All = Messages & { resources: Words }

const loaded: Partial<Record<WordsOf, Messages>> = {}
const ofScreens: Record<WordsOf, Words> = { zh: {}, en: {} }

/** What a language has so far: the console's own texts, the screens' names, and what opened screens say. */
function messagesOf(tag: WordsOf, own: Messages): All {
  const nouns = Object.values(SCREENS).map((screen) => {
    const name = isResource(screen) ? { name: screen.called[tag] } : {}
    const said = ofScreens[tag][screen.noun] as Words | undefined
    return [screen.noun, { ...said, ...name, title: screen.title[tag] }]
  })
  return { ...own, resources: { ...ofScreens[tag], ...Object.fromEntries(nouns) } }
}

/** All messages of a language that are wanted so far, kept. */
export async function loadMessages(locale: string = getLocale()): Promise<All> {
  const tag = known(locale)
  const [own, screens] = await Promise.all([loaded[tag] ?? loadWords(tag), screenWords(tag)])
  loaded[tag] = own
  ofScreens[tag] = screens
  return messagesOf(tag, own)
}

/**
 * The i18n provider; a change of language is shared with the rest of the app. The messages of the
 * language at hand must be loaded: the first picture does not wait.
 */
export function createI18nProvider(): I18nProvider {
  let began = false
  const provider = polyglotI18nProvider(
    (locale) => {
      const own = loaded[known(locale)]
      // Only the first answer has to be there at once.
      if (began || !own) return loadMessages(locale)
      began = true
      return messagesOf(known(locale), own)
    },
    known(getLocale()),
    [
      { locale: 'zh', name: '中文' },
      { locale: 'en', name: 'English' },
    ],
  )
  onScreenWords(() => provider.changeLocale(provider.getLocale()))
  return {
    ...provider,
    changeLocale: async (locale) => {
      if (getLocale() !== locale) setLocale(known(locale))
      await provider.changeLocale(locale)
    },
  }
}
