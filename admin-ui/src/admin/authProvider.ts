/**
 * Who is at work. The session belongs to `shared/session`; react-admin only asks.
 *
 * A refused call never ends the session here: an expired session opens the one session-expired
 * dialogue, after which the call is repeated, and a missing permission is shown where it happened.
 */
import type { AuthProvider } from 'react-admin'
import { leave, marker, signOut, userInfo } from '../shared/session'
import { mayEdit } from './layout/menu'
import { pathOf } from './routes'
import { deny } from './widgets/access/denied'

/** Sends a visitor without a session to sign in and, from there, back to where they wanted to go. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location
  leave(`/signIn/index?returnTo=${encodeURIComponent(pathname + search)}`)
}

/** What changes nothing. What may be seen at all, the server says. */
const LOOKING = new Set(['list', 'show', 'export'])

export const authProvider: AuthProvider = {
  login: async () => undefined,
  logout: async () => {
    await signOut()
    return false
  },
  checkAuth: async () => {
    if (marker() === null) {
      leaveForSignIn()
      // The page is being left: neither "signed in" nor "signed out" may be drawn meanwhile.
      await new Promise<never>(() => undefined)
    }
    await userInfo()
  },
  checkError: async () => undefined,
  getIdentity: async () => {
    const { id, fullName } = await userInfo()
    return { id, fullName }
  },
  getPermissions: async () => undefined,
  canAccess: async ({ action, resource }) => {
    if (LOOKING.has(action)) return true
    // Whose menu cannot be read may try: the server decides in any case.
    const user = await userInfo().catch(() => null)
    const path = pathOf(resource) ?? resource
    const may = !user || mayEdit(user.menuList, path)
    if (!may) deny({ operation: path, act: 'edit' })
    return may
  },
}
