import type { CallName } from '../../../shared/api'
import { adminOpen } from '../../../shared/http'
import { addressOf } from '../../calls'
import { rowReader } from './zipRows'

/** Hands a file to the browser's downloads. */
export function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by then; the address would hold the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** `yyyyMMddHHmmss` of the reader's clock. */
export function stamp(at = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()]
  return `${at.getFullYear()}${parts.map(two).join('')}`
}

/** How far a download is. */
export interface Progress {
  /** Octets that are here. */
  octets: number
  /** Rows of the CSV that are here; nothing before the first and after the last. */
  rows?: number | undefined
  /** How many rows there will be, where the server says so. */
  total?: number | undefined
}

interface Wish {
  /** The call that answers the file. */
  call: CallName
  query?: Record<string, string>
  body?: object
  name: string
  /** Ends it: nothing is saved, and the promise fails. */
  signal?: AbortSignal
  /** Told how far it is, now and then. */
  onProgress?(progress: Progress): void
}

/** The number of a header, where it is one. */
function numberOf(header: string | null): number | undefined {
  const number = Number(header ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** Fetches a zip of tables and saves it. An answer that breaks off saves nothing. */
export async function download({ call, query, body, name, signal, onProgress }: Wish) {
  const [method, path] = addressOf(call, query ? { query } : {})
  const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await adminOpen(path, { ...init, signal: signal ?? null })
  const total = numberOf(response.headers.get('x-total-count'))
  const reader = response.body?.getReader()
  // Once the answer has begun, its request is ended by not reading on.
  const leave = () => reader?.cancel(signal?.reason)
  signal?.addEventListener('abort', leave)
  const counting = rowReader()
  const parts: BlobPart[] = []
  let octets = 0
  try {
    for (;;) {
      const part = await reader?.read()
      signal?.throwIfAborted()
      if (!part || part.done) break
      parts.push(part.value as BlobPart)
      octets += part.value.length
      counting.feed(part.value)
      onProgress?.({ octets, rows: counting.rows(), total })
    }
  } finally {
    signal?.removeEventListener('abort', leave)
  }
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
}
