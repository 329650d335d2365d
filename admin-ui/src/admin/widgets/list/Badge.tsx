import type { ReactNode } from 'react'
import styles from './Badge.module.css'

interface BadgeProps {
  /** What it means: something is barred, something is open, or only that it is so. */
  tone?: 'danger' | 'warning' | 'plain'
  children: ReactNode
}

/** An exception, in a word. What is as it should be is said without one, in soft text. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
