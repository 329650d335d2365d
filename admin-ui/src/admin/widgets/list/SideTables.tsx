import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isForbidden } from '../feedback/Failure'
import { Forbidden } from '../feedback/Forbidden'
import { ScreenTitle } from './ScreenTitle'
import styles from './SideTables.module.css'

const Refuse = createContext<(address: string) => void>(() => undefined)

/** A page of several tables. Whoever may not see one of them is told so once, in place of all. */
export function SideTables({ children }: { children: ReactNode }) {
  const [refused, refuse] = useState<string>()
  const { key } = useLocation()
  // Another address may be open.
  if (refused === key) return <Forbidden />
  return (
    <Refuse value={refuse}>
      <div className={styles.page}>
        <ScreenTitle />
        {children}
      </div>
    </Refuse>
  )
}

/** Tells the page that the reader may not see what a table of it asked for. */
export function useRefusal(error: unknown): void {
  const refuse = useContext(Refuse)
  const { key } = useLocation()
  const refused = isForbidden(error)
  useEffect(() => {
    if (refused) refuse(key)
  }, [refused, refuse, key])
}
