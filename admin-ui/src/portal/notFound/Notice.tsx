import type { ReactNode } from 'react'
import { Mark } from '../../shared/shell/Mark'
import css from './notice.module.css'

interface NoticeProps {
  title: string
  text: string
  /** What to do next. */
  children?: ReactNode
}

/** A page of one sentence. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <main className={css.notice}>
      <Mark size={40} />
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}
