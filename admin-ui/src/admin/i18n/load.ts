/** One language is loaded: the other when somebody asks for it. */
const LOAD = {
  zh: async () => (await import('./allZh')).messages,
  en: async () => (await import('./allEn')).messages,
}

export type WordsOf = keyof typeof LOAD
export type Messages = Awaited<ReturnType<(typeof LOAD)[WordsOf]>>

/** Anything but English is Chinese, the default. */
export const known = (locale: string): WordsOf => (locale === 'en' ? 'en' : 'zh')

/** All messages of a language. */
export const loadWords = (locale: string): Promise<Messages> => LOAD[known(locale)]()
