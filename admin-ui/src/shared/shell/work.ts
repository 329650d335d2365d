import { request } from '../http'
import type { CaptchaAnswer } from './captcha'

/** `GET /api/sys/captcha/work`: what the browser does where nobody can read a picture. */
export interface Work {
  /** Hashed with a number in decimal digits behind it. */
  challenge: string
  /** Bits at the beginning of the hash that must be zero. */
  bits: number
  key: string
}

/** Numbers that are tried before the page may draw again. */
const AT_ONCE = 20_000

const primes = (): number[] => {
  const found: number[] = []
  for (let n = 2; found.length < 64; n += 1) if (found.every((p) => n % p)) found.push(n)
  return found
}
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
const K = Int32Array.from(primes(), (p) => fraction(Math.cbrt(p)))
const START = Int32Array.from(primes().slice(0, 8), (p) => fraction(Math.sqrt(p)))

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/**
 * The first 32 bits of SHA-256 (FIPS 180-4, section 6.2) of ASCII that fits into one block, 55
 * characters. Web Crypto answers by promises, which for so many short texts takes ten times as long.
 */
export function hashHead(text: string): number {
  if (text.length > 55) throw new RangeError('more than one block')
  const w = new Int32Array(64)
  const put = (at: number, octet: number) => {
    w[at >> 2] = (w[at >> 2] ?? 0) | (octet << (24 - (at & 3) * 8))
  }
  for (let at = 0; at < text.length; at += 1) put(at, text.charCodeAt(at))
  put(text.length, 0x80)
  w[15] = text.length * 8
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15] as number
    const b = w[i - 2] as number
    const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    w[i] = (w[i - 16] as number) + small + (w[i - 7] as number) + large
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i += 1) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + one + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0
    const two = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + (START[0] as number)) | 0
}

/** The first number that does the work. Lets the page draw meanwhile; rejects when it is stopped. */
export async function solve({ challenge, bits }: Work, signal: AbortSignal): Promise<string> {
  for (let number = 0; ; number += AT_ONCE) {
    for (let each = number; each < number + AT_ONCE; each += 1) {
      if (Math.clz32(hashHead(challenge + each)) >= bits) return String(each)
    }
    await new Promise((resume) => setTimeout(resume))
    signal.throwIfAborted()
  }
}

/** Asks for work and does it. */
export async function doTheWork(signal: AbortSignal): Promise<CaptchaAnswer> {
  const options = { quiet: true, anonymous: true, signal }
  const given = await request<Work>('/api/sys/captcha/work', options)
  return { captcha: await solve(given, signal), checkKey: given.key }
}
