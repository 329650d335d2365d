import { type ReactNode, useId } from 'react'
import { count } from '../../../shared/format'
import { ConsoleLink } from '../../router'
import { useText } from '../../widgets/data/useText'
import styles from './home.module.css'

interface CardProps {
  title: string
  /** The list behind it. */
  to?: string | undefined
  /** It takes the whole width. */
  wide?: boolean
  children: ReactNode
}

/** A part of the home, under its title. */
export function Card({ title, to, wide, children }: CardProps) {
  const id = useId()
  const text = useText('home')
  return (
    <section className={styles.card} data-wide={wide || undefined} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {to && (
          <ConsoleLink to={to} className={styles.all ?? ''} aria-label={`${text('all')}: ${title}`}>
            {text('all')}
          </ConsoleLink>
        )}
      </header>
      {children}
    </section>
  )
}

/** The server counts no further. */
const MOST = 1000

interface FigureProps {
  name: string
  value: number
  to?: string | undefined
  /** A number above zero is something to look at. */
  alarming?: boolean
}

/** A number with what it counts, which leads to the list. */
export function Figure({ name, value, to, alarming }: FigureProps) {
  const text = useText('home')
  const shown =
    value >= MOST && alarming !== undefined
      ? text('at_least', { count: count(MOST) })
      : count(value)
  const content = (
    <>
      <strong data-alarming={(alarming && value > 0) || undefined}>{shown}</strong>{' '}
      <span>{name}</span>
    </>
  )
  if (!to) return <div className={styles.figure}>{content}</div>
  return (
    <ConsoleLink to={to} className={styles.figure}>
      {content}
    </ConsoleLink>
  )
}
