/** How far somebody reaches: which calls the console need not try, as they would be refused and noted as such. */
import { useQuery } from '@tanstack/react-query'
import { type UserInfo, userInfo } from '../../../shared/session'

/** Whether somebody may change what a menu shows for the whole platform, not for their own tenants alone. */
export const mayOnPlatform = (user: UserInfo | null | undefined, path: string): boolean =>
  user?.platformMenus?.includes(path) ?? true

/** Where the reader is kept, until what they may do has changed. */
export const READER = ['reader']

/** The reader; nobody until that is known, and where it cannot be. */
export function useReader(): UserInfo | null {
  const { data } = useQuery({
    queryKey: READER,
    queryFn: () => userInfo(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? null
}
