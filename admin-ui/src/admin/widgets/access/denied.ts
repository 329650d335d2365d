/** What the reader was last refused, for the page that says so: it is at an address of its own. */
export interface Denied {
  /** The router path of a menu. */
  operation: string
  act: 'view' | 'edit'
}

let last: Denied | undefined

/** Keeps what was refused. */
export function deny(denied: Denied): void {
  last = denied
}

export const lastDenied = (): Denied | undefined => last
