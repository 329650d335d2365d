import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashHead, solve } from './work'

const head = (text: string) => createHash('sha256').update(text).digest().readInt32BE(0)

it('hashes as everybody else does', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x20-\x7e]{0,55}$/), (text) => {
      expect(hashHead(text)).toBe(head(text))
    }),
  )
  expect(() => hashHead('x'.repeat(56))).toThrow(RangeError)
})

it('finds a number whose hash begins with enough zeros', async () => {
  const work = { challenge: 'A'.repeat(43), bits: 12, key: 'k' }
  const number = await solve(work, new AbortController().signal)
  expect(Math.clz32(head(work.challenge + number))).toBeGreaterThanOrEqual(12)
})

it('stops when it is told to', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const work = { challenge: 'A'.repeat(43), bits: 32, key: 'k' }
  await expect(solve(work, stopped.signal)).rejects.toThrow()
})
