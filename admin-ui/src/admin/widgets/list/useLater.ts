import { startTransition, useEffect, useState } from 'react'

/** False at first, and true once that is drawn: for what may come right after the rows that the reader waits for. */
export function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => startTransition(() => setLater(true)), [])
  return later
}
