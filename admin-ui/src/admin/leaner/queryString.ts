/** Takes the place of a package of the same calls, for what react-admin keeps in addresses: each name once. */

/** Percent signs for all but letters, digits and `-_.~` (RFC 3986, 2.3). */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** In the order of the names; what is undefined is left out. */
export function stringify(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (value === null ? [name] : [name, `${value}`]).map(encode).join('='))
    .join('&')
}

export function parse(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}
