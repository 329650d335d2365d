const KEY = 'cardea.signedOut'

/** Does it, where the browser lets: the sign-in page then says nothing of the systems. */
function where<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** What the sign-in page asks with what became of the systems of a sign-out: one page of a tab leaves it to the next. */
export const signedOutTicket = {
  leave: (ticket: string): unknown => where(() => sessionStorage.setItem(KEY, ticket)),
  read: (): string | null => where(() => sessionStorage.getItem(KEY)),
  clear: (): void => {
    where(() => sessionStorage.removeItem(KEY))
  },
}
