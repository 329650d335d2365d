import { useCallback } from 'react'
import { useTranslate } from 'react-admin'

/** `translate` for what is said about a noun: of `users`, `lock` is `resources.users.lock`. */
export const useText = (noun: string) => useBelow(`resources.${noun}`)

/** `translate` for what the console's own parts say: of `rules`, `long` is `cardea.rules.long`. */
export const useOwnText = (part: string) => useBelow(`cardea.${part}`)

function useBelow(place: string) {
  const translate = useTranslate()
  return useCallback(
    (key: string, values: Record<string, unknown> = {}): string =>
      translate(`${place}.${key}`, values),
    [translate, place],
  )
}
