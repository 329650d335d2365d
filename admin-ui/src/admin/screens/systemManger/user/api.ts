import { adminFetch } from '../../../../shared/http'
import { seal } from '../../../../shared/password'

/** A user, as the acts on them need to know them. */
export interface User {
  id: string
  version: number
  fullName: string
  userName: string
  email: string
  phone: string
  /** The role on the platform; members of tenants need not have one. */
  roleId: string | null
  status: string
  /** Until when too many failed sign-ins lock it. */
  lockedUntil?: string | null
  /** When it was removed. */
  deletedAt?: string | null
  org: string
}

/** Who keeps an account that cannot be changed here. */
export const isKeptElsewhere = ({ org }: Pick<User, 'org'>) => org === 'cloud' || org === 'ldap'

/** An account that is there already. */
export interface Pulled {
  ucId: string | null
  fullName: string
  userName: string
  email: string
  phone: string
  /** Its id where it is here already. */
  id?: string | null
  /** The role that it has here. */
  roleId?: string | null
  roleName?: string | null
}

/** Whom a message was queued for, and by what its delivery is asked for. */
interface Mailed {
  email: string
  messageId?: string | null
}

const of = (id: string, act: string) => `/api/admin/users/${encodeURIComponent(id)}/${act}`

async function call<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
  return (await adminFetch<T>(path, { method, body: JSON.stringify(body) })).json
}

/** Changes login name, e-mail and phone. */
export const saveImportant = (id: string, body: object) =>
  call<User>('PUT', of(id, 'important'), body)

/** Locks an account, or opens it again. */
export const setLock = (id: string, lock: boolean, reason: string) =>
  call<User>('POST', of(id, lock ? 'lock' : 'unlock'), { reason })

/** Sets somebody's password. */
export async function setPassword(id: string, password: string) {
  return call<Mailed>('POST', of(id, 'password'), { password: await seal(password) })
}

/** Sends somebody a link to a new password. */
export const resetPassword = (id: string) => call<Mailed>('POST', of(id, 'password-reset'), {})

/** Sends the mail with which somebody verifies their address. */
export const sendVerification = (id: string) =>
  call<Mailed>('POST', of(id, 'email-verification'), {})

/** Puts a removed account back. */
export const restoreUser = (id: string, reason: string) =>
  call<User>('POST', of(id, 'restore'), { reason })

/** Removes an account. */
export const removeUser = (id: string) =>
  adminFetch(`/api/admin/users/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** The languages that an account can have. */
export const readLanguages = async (signal: AbortSignal) =>
  (await adminFetch<{ language: string; desc: string }[]>('/api/admin/languages', { signal })).json

/** Finds the account that an e-mail or a phone has. */
export const pullUser = (whose: { email: string } | { phone: string }) =>
  call<Pulled>('POST', '/api/admin/user-accounts/pull', whose)

/** What is asked about a user. */
export type Asked = 'important' | 'lock' | 'password' | 'remove' | 'reset' | 'restore' | 'unlock'
