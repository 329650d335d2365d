import { type ReactNode, Suspense, useState } from 'react'

/** A dialog, given what closes it. */
export type Shown = (onClose: () => void) => ReactNode

/** The dialog of whatever opens it, with its state as it was then; its code may come later. */
export function useDialog() {
  const [shown, show] = useState<Shown>()
  return {
    open: (dialog: Shown) => show(() => dialog),
    dialog: shown && <Suspense>{shown(() => show(undefined))}</Suspense>,
  }
}
