import { request } from './http'
import type { MessageKey } from './i18n'

/** Letters and digits only, 8 to 16, at least one upper-case and one lower-case letter and a digit. */
const RULE = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{8,16}$/

/** Why `password` cannot be a new password, as a message key; null when it can. */
export function passwordProblem(password: string): MessageKey | null {
  if (password === '') return 'password.newBlank'
  return RULE.test(password) ? null : 'password.rule'
}

export interface PasswordChange {
  /** Null where nobody asks for the old one (first set-up, recovery). */
  current: string | null
  next: string
  again: string
}

/** What is wrong with each of the three fields; empty when the change may be sent. */
export function changeProblems(
  change: PasswordChange,
): Partial<Record<keyof PasswordChange, MessageKey>> {
  const problems: Partial<Record<keyof PasswordChange, MessageKey>> = {}
  if (change.current === '') problems.current = 'password.enterCurrent'
  const rule = passwordProblem(change.next)
  if (rule) problems.next = rule
  else if (change.next === change.current) problems.next = 'password.same'
  if (change.again === '') problems.again = 'password.confirmBlank'
  else if (change.again !== change.next) problems.again = 'password.mismatch'
  return problems
}

/** `GET /api/sys/publicKey`. */
interface PublicKey {
  kid: string
  alg: string
  enc: string
  jwk: { kty: string; n: string; e: string }
  /** Server time, milliseconds. */
  now: number
}

/**
 * Seals `password` for the server: a compact JWE (RFC 7516) of `{password, ts, nonce}` under the
 * server's current key. The time stamp is the server's, because clocks of hospital computers are
 * often wrong. Where the browser offers no Web Crypto (plain http on a name that is not this
 * machine) the password is answered as it is; whether that is accepted is the server's policy.
 */
export async function seal(password: string): Promise<string> {
  if (!globalThis.crypto?.subtle) return password
  const [key, { CompactEncrypt }, { importJWK }] = await Promise.all([
    request<PublicKey>('/api/sys/publicKey', { quiet: true, anonymous: true }),
    import('jose/jwe/compact/encrypt'),
    import('jose/key/import'),
  ])
  const text = JSON.stringify({ password, ts: key.now, nonce: nonce() })
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: key.alg, enc: key.enc, kid: key.kid })
    .encrypt(await importJWK(key.jwk, key.alg))
}

/** 128 random bits, hexadecimal. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
