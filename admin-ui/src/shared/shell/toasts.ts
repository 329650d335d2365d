/** Short messages about what just happened. One is visible at a time. */
export interface Toast {
  id: number
  text: string
  tone: 'success' | 'danger'
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

export const dismissToast = (): void => show(null)

export function onToast(listener: (toast: Toast | null) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
