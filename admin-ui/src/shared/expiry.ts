/**
 * The one answer to "your session is over". However many requests fail at once, one handler (the
 * re-validation modal) runs, every request waits for it, and then each is sent again.
 */

/** Codes that mean: no session, session expired, signed in elsewhere or revoked. */
const SESSION_INVALID = new Set(['401', '402', '20006'])

export const isSessionInvalid = (code: string): boolean => SESSION_INVALID.has(code)

/** Resolves when the person is signed in again; rejects when they leave instead. */
export type ExpiryHandler = (code: string) => Promise<void>

let handler: ExpiryHandler | null = null
let pending: Promise<void> | null = null
let renewals = 0

/** Registers the handler; returns the way to unregister it. There is one at a time. */
export function onSessionExpired(next: ExpiryHandler): () => void {
  handler = next
  return () => {
    if (handler === next) handler = null
  }
}

/** How often the session was renewed; a request notes it when it is sent. */
export const renewalCount = (): number => renewals

/** Says that the person signed in, so that answers to older requests are not taken for news. */
export function noteRenewal(): void {
  renewals += 1
}

/**
 * Waits until the session is valid again. `sentAt` is {@link renewalCount} at the time the failed
 * request was sent: if the session was renewed since, there is nothing to wait for.
 * Rejects when there is no handler or the handler gives up.
 */
export function waitForSession(code: string, sentAt: number): Promise<void> {
  if (sentAt !== renewals && !pending) return Promise.resolve()
  if (!pending) {
    if (!handler) return Promise.reject(new Error('no session'))
    pending = handler(code)
      .then(noteRenewal)
      .finally(() => {
        pending = null
      })
  }
  return pending
}

let check: (() => Promise<unknown> | undefined) | null = null

/** Registers what makes sure, before a request is sent, that the session is still the page's user's. */
export function assureBy(next: NonNullable<typeof check>): void {
  check = next
}

/** Resolves when a request may go; rejects, or never resolves, when it may not. */
export const assured = (): Promise<unknown> | undefined => check?.()
