import { adminOpen } from '../../shared/http'

/** Hands a file to the browser's downloads. */
function save(file: Blob, name: string) {
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

interface Wish {
  path: string
  /** The request, for a POST; without it the file is read by GET. */
  body?: object
  name: string
  /** Told of the octets that have arrived, now and then. */
  onProgress?(octets: number): void
}

/** Fetches a file and saves it. An answer that breaks off saves nothing. */
export async function download({ path, body, name, onProgress }: Wish): Promise<void> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await adminOpen(path, init)
  const reader = response.body?.getReader()
  const parts: BlobPart[] = []
  let octets = 0
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    parts.push(part.value as BlobPart)
    octets += part.value.length
    onProgress?.(octets)
  }
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
}
