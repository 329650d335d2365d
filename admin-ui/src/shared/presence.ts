/**
 * Whether somebody is at work on this page. What a page asks for by itself (a list that refreshes, a
 * result that is waited for) is no use of the session: the server is told, and does not prolong it.
 */

/** How long after a key, a click or a touch a request is taken for its consequence, ms. */
const CONSEQUENCE_MS = 3_000
/** What a page that was opened asks for at first is its opener's, however slow the line. */
const OPENING_MS = 10_000

const HANDS = ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'drop', 'popstate']

let until = 0

/** Takes it that somebody is at work, as when a page opens. */
export function present(ms: number = OPENING_MS): void {
  until = Math.max(until, performance.now() + ms)
}

/** Whether nobody has done anything that a request now could be the consequence of. */
export const isBackground = (): boolean => performance.now() > until

present()
for (const kind of HANDS) {
  window.addEventListener(kind, () => present(CONSEQUENCE_MS), { capture: true, passive: true })
}
