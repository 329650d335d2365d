/**
 * Reads along in a zip while it comes: how many rows of the CSV that it begins with are here. The
 * server compresses the rows as it finds them, so this is how far it is.
 */

/** Octets of a local file header before its name, and where the lengths and the method are in it. */
const HEADER = 30
const METHOD = 8
const NAME_LENGTH = 26
const EXTRA_LENGTH = 28
const DEFLATED = 8

const QUOTE = 0x22
const NEW_LINE = 0x0a

export interface RowReader {
  /** Takes the next part of the zip. */
  feed(part: Uint8Array): void
  /** Rows below the header so far; nothing once the CSV is over, or where it cannot be read. */
  rows(): number | undefined
}

/** Counts lines of a CSV; those within quotes belong to a cell. */
function lineCounter() {
  let quoted = false
  let lines = 0
  return {
    feed(octets: Uint8Array) {
      for (const octet of octets) {
        if (octet === QUOTE) quoted = !quoted
        else if (octet === NEW_LINE && !quoted) lines += 1
      }
    },
    lines: () => lines,
  }
}

export function rowReader(): RowReader {
  const counter = lineCounter()
  let over = typeof DecompressionStream === 'undefined'
  let writer: WritableStreamDefaultWriter<BufferSource> | undefined
  let head = new Uint8Array()
  const end = () => {
    over = true
  }
  const write = (part: Uint8Array) => {
    // What comes after the CSV is no part of it, and is refused: that is its end.
    if (!over && part.length > 0) writer?.write(part as Uint8Array<ArrayBuffer>).catch(end)
  }
  const open = (): Uint8Array | undefined => {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const data = HEADER + view.getUint16(NAME_LENGTH, true) + view.getUint16(EXTRA_LENGTH, true)
    if (head.length < data) return undefined
    if (view.getUint16(METHOD, true) !== DEFLATED) {
      end()
      return undefined
    }
    const inflating = new DecompressionStream('deflate-raw')
    writer = inflating.writable.getWriter()
    const reader = inflating.readable.getReader()
    const read = async (): Promise<void> => {
      const { done, value } = await reader.read()
      if (done) return end()
      counter.feed(value)
      return read()
    }
    read().catch(end)
    return head.subarray(data)
  }
  return {
    feed(part) {
      if (over || writer) return write(part)
      const joined = new Uint8Array(head.length + part.length)
      joined.set(head)
      joined.set(part, head.length)
      head = joined
      if (head.length < HEADER) return
      const rest = open()
      if (rest) write(rest)
    },
    rows: () => (over ? undefined : Math.max(counter.lines() - 1, 0)),
  }
}
