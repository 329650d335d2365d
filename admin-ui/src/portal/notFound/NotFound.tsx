import type { ReactNode } from 'react'
import { t } from '../../shared/i18n'
import { Mark } from '../../shared/shell/Mark'
import { Link } from '../router'
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

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <Notice title={t('notFound.title')} text={t('notFound.text')}>
      <Link className={css.link} to="/">
        {t('notFound.back')}
      </Link>
    </Notice>
  )
}
