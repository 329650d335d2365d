import { useLocaleState } from 'react-admin'

/** Both languages of texts that load with their screen, not with the console. */
export interface OwnTexts<Key extends string> {
  en: Record<Key, string>
  zh: Record<Key, string>
}

/** Such texts in the reader's language; `%{name}` in them stands for a value. */
export function useOwnTexts<Key extends string>({ en, zh }: OwnTexts<Key>) {
  const [locale] = useLocaleState()
  const own = locale === 'en' ? en : zh
  return (key: Key, values: Record<string, string | number> = {}) =>
    own[key].replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
