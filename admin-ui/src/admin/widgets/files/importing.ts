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

/** An empty file with the columns; by the mark at its beginning Excel knows that it is UTF-8. */
export function templateOf(labels: Readonly<Record<string, string>>): Blob {
  const header = Object.values(labels).join(',')
  return new Blob([`\u{feff}${header}\r\n`], { type: 'text/csv;charset=utf-8' })
}
