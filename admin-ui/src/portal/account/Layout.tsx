import { type ReactNode, useEffect, useState } from 'react'
import { usePageTitle } from '../../shared/branding'
import { focusMain, isFocusLost } from '../../shared/focus'
import { sentence } from '../../shared/form'
import { t, useLocale } from '../../shared/i18n'
import { Button, FormAlert } from '../../shared/shell'
import { Link, usePlace } from '../router'
import css from './account.module.css'
import { t as say } from './texts'

/** The account's pages, in the order of their list. */
const PAGES = [
  ['/account/security', () => say('page.security')],
  ['/account/pins', () => say('page.pins')],
  ['/account/sessions', () => say('page.sessions')],
  ['/account/signIns', () => say('page.signIns')],
  ['/account/identities', () => t('identities.title')],
  ['/account/consents', () => t('consents.title')],
] as const

interface LayoutProps {
  title: string
  text: string
  /** Stands beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** What every account page stands in: the list of them beside the page. */
export function Layout({ title, text, action, children }: LayoutProps) {
  useLocale()
  const { path } = usePlace()
  usePageTitle(title)
  return (
    <div className={css.layout}>
      <nav className={css.nav} aria-label={say('nav')}>
        <ul>
          {PAGES.map(([to, label]) => (
            <li key={to}>
              <Link to={to} aria-current={path === to ? 'page' : undefined}>
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className={css.content}>
        <header className={css.title}>
          <div>
            <h1>{title}</h1>
            <p className={css.soft}>{text}</p>
          </div>
          {action}
        </header>
        {children}
      </main>
    </div>
  )
}

/** What `load` answers; asked again after `again`, and in each language. */
export function useLoaded<T>(load: () => Promise<T>) {
  const locale = useLocale()
  const [value, setValue] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and each language asks again.
  useEffect(() => {
    let wanted = true
    setProblem('')
    load().then(
      (next) => wanted && setValue(next),
      (error) => wanted && setProblem(sentence(error)),
    )
    return () => {
      wanted = false
    }
  }, [locale, round])
  // What was ended or removed took its button with it: the page goes on from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the page shows something else.
  useEffect(() => {
    if (round > 0 && isFocusLost()) focusMain()
  }, [value])
  return { value, setValue, problem, again: () => setRound((before) => before + 1) }
}

/** What stands in a page while there is nothing to show: that it is being loaded, or why it is not. */
export function Pending({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  if (!problem) return <p role="status">{t('common.loading')}</p>
  return (
    <div className={css.card}>
      <FormAlert text={problem} />
      <div className={css.buttons}>
        <Button onClick={onRetry}>{t('common.retry')}</Button>
      </div>
    </div>
  )
}
