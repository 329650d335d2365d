import { useTranslate } from 'react-admin'

/** The server counts so far and no further: whoever has more is told that there are more. */
const COUNTED = 10_000

/** A number that the server may have stopped counting at. */
export function useCounted() {
  const translate = useTranslate()
  return (count: number) =>
    count < COUNTED ? String(count) : translate('cardea.list.at_least', { count })
}

/** Which rows a page shows, and of how many. */
export function useRange() {
  const translate = useTranslate()
  return ({ from, to, count }: { from: number; to: number; count: number }) =>
    translate(count < COUNTED ? 'ra.navigation.page_range_info' : 'cardea.list.range', {
      offsetBegin: from,
      offsetEnd: to,
      total: count,
    })
}
