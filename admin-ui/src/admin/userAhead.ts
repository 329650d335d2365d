/** The signed-in user, asked for while the console is still on its way. */
import type { QueryClient } from '@tanstack/react-query'
import { getLocale, type Locale } from '../shared/i18n'
import { type UserInfo, userInfo } from '../shared/session'

/** What the user is called among what is known; in another language they are asked for again. */
export const userKey = (locale: Locale) => ['user-info', locale] as const

let ahead: { locale: Locale; user: UserInfo } | null = null

/** Asks for the user. Where that fails, who needs them asks again and hears why. */
export async function askUserAhead(): Promise<UserInfo> {
  const locale = getLocale()
  const user = await userInfo()
  ahead = { locale, user }
  return user
}

/** Makes the user known, if they are there: the frame is drawn with them at once. */
export function knowUser(cache: QueryClient): void {
  if (ahead) cache.setQueryData(userKey(ahead.locale), ahead.user)
  ahead = null
}
