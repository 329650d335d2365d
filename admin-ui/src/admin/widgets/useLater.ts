import { startTransition, useEffect, useState } from 'react'

/** False at first, and true once that is drawn: for what may come right after what the reader waits for. */
export function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => startTransition(() => setLater(true)), [])
  return later
}
