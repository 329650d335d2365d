import { useEffect, useState } from 'react'

const SETTLE_MS = 250

/** A value that follows its source once it has stood still, so that typing is not a request a key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
