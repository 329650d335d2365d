/** Where the parts of the home lead: the lists behind them, with their filters set. */
import { pathOfMenuUrl, SCREENS } from '../../routes'
import { isResource } from '../../screen'

/** The list of a screen, narrowed; nothing where the console has no such screen. */
export function listOf(menu: string, filter?: Record<string, unknown>): string | undefined {
  const path = pathOfMenuUrl(menu)
  if (!path) return undefined
  const search = filter ? `?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : ''
  return `/index/${path}${search}`
}

/** Where a record of a screen is made: its form, or the screen itself where a dialog makes it. */
export function makingOf(menu: string, tenantId?: string | null): string | undefined {
  const path = pathOfMenuUrl(menu)
  const screen = path ? SCREENS[path] : undefined
  if (screen && isResource(screen) && screen.create) return `/index/${path}/create`
  return listOf(menu, tenantId ? { tenantId } : undefined)
}
