import { useEffect, useState } from 'react'
import type { Place } from './router'

/**
 * The key of the link that led here, and the way to drop it; null without one. It is kept by the page
 * alone: a key opens something, and addresses end up in histories.
 */
export function useLinkKey(place: Place): [key: string | null, drop: () => void] {
  const [key, setKey] = useState(() => place.query.get('key'))
  useEffect(hideKey, [])
  return [key, () => setKey(null)]
}

/** Takes the key out of the address. */
function hideKey() {
  const address = new URL(location.href)
  if (!address.searchParams.has('key')) return
  address.searchParams.delete('key')
  history.replaceState(null, '', address.pathname + address.search)
}
