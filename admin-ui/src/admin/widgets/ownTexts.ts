import type { useLocaleState } from 'react-admin'

type Values = Record<string, string | number>

/**
 * Texts that load with their part of the console. Both languages have the same keys; `%{name}` in a
 * text stands for a value.
 */
export function saying<Key extends string>(
  zh: Record<Key, string>,
  en: Record<Key, string>,
  [locale]: ReturnType<typeof useLocaleState>,
) {
  const texts = locale === 'en' ? en : zh
  return (key: Key, values: Values = {}) =>
    texts[key].replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
