/**
 * The default Trusted Types policy. Under `require-trusted-types-for 'script'` a browser refuses
 * every string that reaches an HTML sink; this policy lets through exactly the one constant that
 * react-admin writes (a zero-width space that keeps the height of an empty line) and nothing else.
 *
 * Import this module first in each entry.
 */
const ZERO_WIDTH_SPACE = new Set(['&#8203;', '\u200b'])

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): unknown
}

/** What the policy lets through; throws `TypeError` for anything else. */
export function allowHtml(html: string): string {
  if (ZERO_WIDTH_SPACE.has(html)) return html
  throw new TypeError('HTML from a string is not allowed')
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
factory?.createPolicy('default', { createHTML: allowHtml })
