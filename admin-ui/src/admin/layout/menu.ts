/** The side menu as data: the server's menu list, cut down to what this console can show. */
import type { MenuGroup } from '../../shared/session'
import { pathOfMenuUrl } from '../routes'

export interface MenuEntry {
  id: string
  name: string
  icon: string | null
  path: string
}

export interface MenuSection {
  id: string
  name: string
  icon: string | null
  entries: MenuEntry[]
}

/** Groups with the entries whose screen exists. A group with an address of its own is its first entry. */
export function sectionsOf(menuList: MenuGroup[]): MenuSection[] {
  return menuList.flatMap((group) => {
    const own = { id: group.id, name: group.name, icon: group.icon, url: group.url }
    const entries = [own, ...(group.list ?? [])].flatMap(({ id, name, icon, url }) => {
      const path = pathOfMenuUrl(url)
      return path ? [{ id, name, icon, path }] : []
    })
    return entries.length > 0 ? [{ id: group.id, name: group.name, icon: group.icon, entries }] : []
  })
}

/** Whether somebody may change what a screen shows: unless the menu says that they may only look. */
export function mayEdit(menuList: MenuGroup[], path: string): boolean {
  const items = menuList.flatMap((group) => [group, ...(group.list ?? [])])
  return items.find(({ url }) => pathOfMenuUrl(url) === path)?.act !== 'view'
}
