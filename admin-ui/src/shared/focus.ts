// Where the focus goes when what had it is gone, and when it stays.

/** Nothing has the focus: what had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body

/** Takes the focus to the page's own part, past everything that stands around it. */
export function focusMain(main = document.querySelector<HTMLElement>('main')): void {
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** Whether a form that comes may take the focus: not from who walks tabs by their arrows. */
export const mayTakeFocus = (): boolean =>
  !document.activeElement?.matches('[role=tab]:focus-visible')
