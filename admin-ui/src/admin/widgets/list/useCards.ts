import { useEffect, useState } from 'react'

/** Where rows are cards. */
const PHONE = '(max-width: 599px)'

const phone = () => (typeof window.matchMedia === 'function' ? matchMedia(PHONE) : undefined)

/**
 * Whether the rows of a list are cards. A window that becomes narrow while a dialog of a row is open keeps the row as
 * it is drawn, and what is typed in the dialog with it.
 */
export function useCards(): boolean {
  const [cards, setCards] = useState(() => phone()?.matches === true)
  useEffect(() => {
    const media = phone()
    const follow = () => {
      if (!document.querySelector('[role="dialog"]')) setCards(media?.matches === true)
    }
    media?.addEventListener('change', follow)
    return () => media?.removeEventListener('change', follow)
  }, [])
  return cards
}
