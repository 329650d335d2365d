/**
 * Numbers that the specification fixes, each once. "Portal" is its part on portal and sign-in, by
 * section.
 */

/** Width limits of the size classes, px (portal, 9). */
export const WIDTHS = [300, 450, 600, 800, 960, 1024, 1200, 1600] as const
/** Height limits of the size classes, px (portal, 9). */
export const HEIGHTS = [480, 640, 768, 900, 1200] as const

/** How long the general client waits for an answer, ms (portal, 9). */
export const REQUEST_TIMEOUT_MS = 120_000

/** How long the cookie lasts that says what was opened last: about ten minutes, s (portal, 9). */
export const HELPER_SECONDS = 600

/** How long the cookie for the data-capture link lasts: half a day, s (portal, 9). */
export const EDC_LINK_SECONDS = 43_200

/** The picture captcha is asked for once the failed count exceeds this (portal, 5 and 9). */
export const FREE_FAILURES = 3

/** Rows on a page of a table; the first is the default (portal, 2 and 9). */
export const PAGE_SIZES = [10, 20, 50, 100]

/** Colours of avatars (portal, 2). */
export const AVATAR_COLOURS = 6

/** Which product a system is (portal, 2). */
export const WEB_CODES = {
  account: '00',
  edc: '020',
  rtsm: '030',
  ctms: '040',
  etmf: '070',
  igcp: '101',
} as const
