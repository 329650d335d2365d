import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../shared/i18n'
import { renewUser, userInfo } from '../shared/session'
import { userKey } from './userAhead'

/** How the answer is kept up to date, by whoever does. */
interface Renewing {
  refetchInterval: number
  refetchOnWindowFocus: 'always'
}

/** Who is signed in; asked for again in another language, because menu names come localised. */
export function useUser(renewing: Partial<Renewing> = {}) {
  const locale = useLocale()
  const queries = useQueryClient()
  const queryKey = userKey(locale)
  return useQuery({
    queryKey,
    queryFn: () => (queries.getQueryData(queryKey) ? renewUser() : userInfo()),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...renewing,
  })
}
