import { useLocaleState } from 'react-admin'

/** A moment, as the reader's language writes it, in the reader's time zone; a dash where there is none. */
export function TimeText({ at }: { at: string | null | undefined }) {
  const [locale] = useLocaleState()
  if (!at) return <span data-muted>–</span>
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return <time dateTime={at}>{text.format(new Date(at))}</time>
}
