import type { ReactNode } from 'react'
import styles from './ReadTable.module.css'

interface ReadTableProps {
  /** What it is called, where no heading says so. */
  label?: string
  children: ReactNode
}

/** A table that is only read, in a dialog. Cells with `data-number` hold numbers. */
export function ReadTable({ label, children }: ReadTableProps) {
  return (
    <div className={styles.scrolled}>
      <table className={styles.table} aria-label={label}>
        {children}
      </table>
    </div>
  )
}
