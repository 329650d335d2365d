import { request } from './http'

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
