import type { UserInfo } from '../../../shared/session'
import { pathOfMenuUrl } from '../../routes'

/** Whether somebody has a menu at all. Who is not known may try. */
export function hasMenu(user: UserInfo | null | undefined, path: string): boolean {
  if (!user) return true
  const items = user.menuList.flatMap((group) => [group, ...(group.list ?? [])])
  return items.some(({ url }) => pathOfMenuUrl(url) === path)
}
