import { useTranslate } from 'react-admin'

/** What the fields of a noun are called. */
export function useLabels(
  noun: string,
  fields: readonly string[],
): Readonly<Record<string, string>> {
  const translate = useTranslate()
  const label = (field: string) => translate(`resources.${noun}.fields.${field}`, { _: field })
  return Object.fromEntries(fields.map((field) => [field, label(field)]))
}
