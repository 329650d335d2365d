import { onProblem } from '../http'

/** Short messages about what just happened. One is visible at a time. */
export interface Toast {
  id: number
  text: string
  tone: 'success' | 'info' | 'danger'
  requestId?: string | undefined
}

const listeners = new Set<(toast: Toast | null) => void>()
let visible: Toast | null = null
let lastId = 0

function show(next: Toast | null) {
  visible = next
  for (const listener of listeners) listener(next)
}

/** Shows a message. An error does not push away another one that is still being read. */
export function toast(text: string, tone: Toast['tone'] = 'success', requestId?: string): void {
  if (visible && tone === 'danger') return
  lastId += 1
  show({ id: lastId, text, tone, requestId })
}

/** Whether a failure is on the page in these words. */
export const isTold = (text: unknown): boolean =>
  visible?.tone === 'danger' && visible.text === text

export const dismissToast = (): void => show(null)

/** Tells the message to show, the one that waits included. Returns the way to stop. */
export function onToast(listener: (toast: Toast | null) => void): () => void {
  listeners.add(listener)
  listener(visible)
  return () => listeners.delete(listener)
}

/**
 * Says what went wrong with every call that is not quiet. Begins with the entry, not with what shows
 * the messages: that may be loaded later, and a message waits for it. Returns the way to stop.
 */
export const tellProblems = (): (() => void) =>
  onProblem((problem) => toast(problem.message, 'danger', problem.requestId))
