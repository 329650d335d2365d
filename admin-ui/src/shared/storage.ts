/**
 * The few things the browser remembers. Private windows and blocked storage must not break
 * sign-in, so every access may fail and then behaves as if nothing had been stored.
 */
const PREFIX = 'cardea.'

/** What an encrypted value begins with; no login name has it. */
export const SEALED = '~'

/** Names of the stored client keys (specification, portal and sign-in, section 3). */
export type StoredKey = 'token' | 'language' | 'loginName' | 'loginType' | 'failedLogins' | 'theme'

/** The full name of `key` in local storage, as `storage` events carry it. */
export const storageName = (key: StoredKey): string => PREFIX + key

/**
 * Stands before the store where values are encrypted (`sealed.ts`, loaded only then): `get` answers a
 * value that it opened, `set` takes one over that is to be encrypted.
 */
export const vault: {
  get?: (key: StoredKey) => string | null | undefined
  set?: (key: StoredKey, value: string | null) => boolean
} = {}

export function recall(key: StoredKey): string | null {
  try {
    return vault.get?.(key) ?? localStorage.getItem(storageName(key))
  } catch {
    return null
  }
}

/** Remembers `value`, or forgets the key when `value` is null. */
export function remember(key: StoredKey, value: string | null): void {
  try {
    if (vault.set?.(key, value)) return
    if (value === null) localStorage.removeItem(storageName(key))
    else localStorage.setItem(storageName(key), value)
  } catch {
    // Storage is blocked or full: the page works, it only forgets.
  }
}

const NOTICE = `${PREFIX}notice`

/** Leaves a message key for the next page of this tab, such as "password changed". */
export function leaveNotice(key: string): void {
  try {
    sessionStorage.setItem(NOTICE, key)
  } catch {
    // The next page then says nothing.
  }
}

/** The message key that the page before left, if any. */
export function readNotice(): string | null {
  try {
    return sessionStorage.getItem(NOTICE)
  } catch {
    return null
  }
}

export function clearNotice(): void {
  try {
    sessionStorage.removeItem(NOTICE)
  } catch {
    // Nothing was stored either.
  }
}
