import { adminFetch } from '../../../shared/http'

/** What became, or would become, of a file. */
export interface ImportResult {
  applied: boolean
  total: number
  created: number
  unchanged: number
  errorCount: number
  errors: { row: number; field: string; message: string }[]
}

/** What the columns of a file are called in each language, by their fields and in their order. */
export interface Columns {
  en: Readonly<Record<string, string>>
  zh: Readonly<Record<string, string>>
}

/** A file's octets in base64. */
export async function base64Of(file: File): Promise<string> {
  const octets = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  // In pieces: a call has no room for a whole file's arguments.
  for (let at = 0; at < octets.length; at += 0x8000) {
    parts.push(String.fromCharCode(...octets.subarray(at, at + 0x8000)))
  }
  return btoa(parts.join(''))
}

/** Sends a file, with what goes along with it. */
export async function sendFile(path: string, body: object): Promise<ImportResult> {
  return (await adminFetch<ImportResult>(path, { method: 'POST', body: JSON.stringify(body) })).json
}

/** An empty file with the columns; by the mark at its beginning Excel knows that it is UTF-8. */
export function templateOf(labels: Readonly<Record<string, string>>): Blob {
  const header = Object.values(labels).join(',')
  return new Blob([`\u{feff}${header}\r\n`], { type: 'text/csv;charset=utf-8' })
}
