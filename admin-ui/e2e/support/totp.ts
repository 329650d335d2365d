import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator application shows `steps` of thirty seconds from now (RFC 6238). */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const octets = bits.match(/.{8}/g)?.map((octet) => Number.parseInt(octet, 2)) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', Buffer.from(octets)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
