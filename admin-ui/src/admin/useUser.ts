import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../shared/i18n'
import { renewUser, userInfo } from '../shared/session'
import { userKey } from './userAhead'

/** A change of somebody's roles shows in their menu within this time. */
export const RENEWED = { refetchInterval: 5_000, refetchOnWindowFocus: 'always' } as const

/** Who is signed in; asked for again in another language, because menu names come localised. */
export function useUser(renewed: Partial<typeof RENEWED> = {}) {
  const locale = useLocale()
  const queries = useQueryClient()
  const queryKey = userKey(locale)
  return useQuery({
    queryKey,
    queryFn: () => (queries.getQueryData(queryKey) ? renewUser() : userInfo()),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...renewed,
  })
}
