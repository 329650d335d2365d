/**
 * Values that the portal remembers in the browser, encrypted where the deployment wants it: the last
 * login name, and helper cookies. AES-256-GCM under a key that the server works out of a cookie which
 * no script can read; the value's name is authenticated with it, so that none can stand in another's
 * place. A value that does not open counts as not there.
 */
import { request } from './http'
import { recall, SEALED, type StoredKey, storageName, vault } from './storage'

/** What names a person; the rest are settings, and a marker without a value. */
const PRIVATE: readonly StoredKey[] = ['loginName']
const NONCE = 12

let key: Promise<CryptoKey> | null = null

/** The key of this browser; asked for once. A failure is not kept. */
function keyOf(): Promise<CryptoKey> {
  key ??= request<{ key: string }>('/api/sys/browserKey', { quiet: true, anonymous: true })
    .then((answer) =>
      crypto.subtle.importKey('raw', octets(answer.key), 'AES-GCM', false, ['encrypt', 'decrypt']),
    )
    .catch((error) => {
      key = null
      throw error
    })
  return key
}

const encode = (text: string) => new TextEncoder().encode(text)

function octets(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

const letters = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Encrypts `text` for the place `name`. */
export async function seal(name: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE))
  const how = { name: 'AES-GCM', iv, additionalData: encode(name) }
  const sealed = await crypto.subtle.encrypt(how, await keyOf(), encode(text))
  return SEALED + letters(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** Opens what was encrypted for the place `name`; null where it is none of this browser's. */
export async function open(name: string, value: string): Promise<string | null> {
  try {
    if (!value.startsWith(SEALED)) return null
    const all = octets(value.slice(SEALED.length))
    const how = { name: 'AES-GCM', iv: all.slice(0, NONCE), additionalData: encode(name) }
    const text = await crypto.subtle.decrypt(how, await keyOf(), all.slice(NONCE))
    return new TextDecoder().decode(text)
  } catch {
    return null
  }
}

const opened = new Map<StoredKey, string | null>()
let installed: Promise<void> | null = null

/** Opens what is stored, encrypts what still stands there as it is, and stands before the store from now on. */
export function install(): Promise<void> {
  installed ??= take()
  return installed
}

async function take(): Promise<void> {
  for (const name of PRIVATE) {
    const stored = recall(name)
    const isSealed = stored?.startsWith(SEALED) === true
    const plain = isSealed ? await open(storageName(name), stored) : stored
    opened.set(name, plain)
    if (stored !== null && (!isSealed || plain === null)) await keep(name, plain)
  }
  // An empty text, not null: what the store holds is not for anybody to read.
  vault.get = (name) => (opened.has(name) ? (opened.get(name) ?? '') : undefined)
  vault.set = (name, value) => {
    if (!opened.has(name)) return false
    opened.set(name, value)
    void keep(name, value)
    return true
  }
}

/** Writes a value encrypted; where that cannot be, nothing is remembered. */
async function keep(name: StoredKey, value: string | null): Promise<void> {
  const place = storageName(name)
  try {
    localStorage.removeItem(place)
    if (value !== null) localStorage.setItem(place, await seal(place, value))
  } catch {
    // No key or no store, no memory: a name in the clear is what was not wanted.
  }
}
