import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rowReader } from './zipRows'

/** A zip's beginning: a header with a name, and what is in the file. */
function zip(csv: string, method = 8): Uint8Array {
  const name = new TextEncoder().encode('user-list.csv')
  const header = new Uint8Array(30)
  const view = new DataView(header.buffer)
  view.setUint32(0, 0x04034b50, true)
  view.setUint16(8, method, true)
  view.setUint16(26, name.length, true)
  // Flushed, not ended: there is more to come.
  const rows = deflateRawSync(csv, { finishFlush: constants.Z_SYNC_FLUSH })
  return Uint8Array.from([...header, ...name, ...rows])
}

/** Streams answer in turns of their own. */
const PATIENCE = { timeout: 10_000, interval: 10 }

const ROWS = '﻿Name,Remark\r\nA,\r\n"B ""b""","two\r\nlines"\r\nC,\r\n'

describe('the rows of a zip that comes', () => {
  it('are counted, however it is cut, and lines in quotes are none', async () => {
    for (const size of [1, 7, 1000]) {
      const reader = rowReader()
      const octets = zip(ROWS)
      for (let at = 0; at < octets.length; at += size) reader.feed(octets.subarray(at, at + size))
      await expect.poll(() => reader.rows(), PATIENCE).toBe(3)
    }
  })

  it('are no matter any more where they cannot be unpacked', async () => {
    const reader = rowReader()
    const head = zip('').subarray(0, 30 + 'user-list.csv'.length)
    reader.feed(Uint8Array.from([...head, 0xff, 0xff, 0xff, 0xff]))
    await expect.poll(() => reader.rows(), PATIENCE).toBeUndefined()
  })

  it('are not counted where it is no zip of that kind', () => {
    const stored = rowReader()
    stored.feed(zip(ROWS, 0))
    expect(stored.rows()).toBeUndefined()
    const short = rowReader()
    short.feed(Uint8Array.from([1, 2, 3]))
    expect(short.rows()).toBe(0)
  })
})
