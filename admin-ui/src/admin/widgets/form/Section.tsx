import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import styles from './RecordForm.module.css'

interface SectionProps {
  /** What most forms have parts for; their titles are the same in all of them. */
  part?: 'basic' | 'contact' | 'address' | 'security'
  /** The title of any other part. */
  title?: string
  children: ReactNode
}

/** A part of a long form, under its title: fields beside each other where there is room. */
export function Section({ part, title, children }: SectionProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out in a grid.
    <div role="group" className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title ?? translate(`cardea.section.${part}`)}</h2>
      <div className={styles.grid}>{children}</div>
    </div>
  )
}
