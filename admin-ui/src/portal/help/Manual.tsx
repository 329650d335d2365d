import { useCallback, useEffect } from 'react'
import { type Locale, t, useLocale } from '../../shared/i18n'
import { Button, FormAlert, type HelpPage } from '../../shared/shell'
import type { PageProps } from '../router'
import { useLoaded } from '../soft/useLoaded'
import { Body } from './draw'
import css from './help.module.css'
import { t as say } from './texts'
import type { Heading, Manual as ManualData } from './tree'

/** Each manual is a file of its own, loaded when it is read. */
const FILES = import.meta.glob<ManualData>('./manuals/*/*.md', { import: 'default' })

/** The manual `page` in a language. */
export function loadManual(locale: Locale, page: HelpPage): Promise<ManualData> {
  const load = FILES[`./manuals/${locale}/${page}.md`]
  if (!load) throw new Error(`there is no manual ${page} in ${locale}`)
  return load()
}

/** A help page: the contents beside the manual, all of it in the page for the browser's own search. */
export default function Manual({ place }: PageProps) {
  const locale = useLocale()
  const page = place.path.slice(1) as HelpPage
  const { value, problem, retry } = useLoaded(
    useCallback(() => loadManual(locale, page), [locale, page]),
  )

  // The browser looked for the anchor of the address before the manual was there.
  useEffect(() => {
    if (value && location.hash.length > 1) {
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
    }
  }, [value])

  if (problem) {
    return (
      <main className={css.problem}>
        <FormAlert text={problem} />
        <Button onClick={retry}>{t('common.retry')}</Button>
      </main>
    )
  }
  if (!value) return <main className={css.page} aria-busy="true" aria-label={t('common.loading')} />
  return (
    <div className={css.page}>
      <Contents headings={value.headings} />
      <main className={css.manual}>
        <header className={css.head}>
          <h1>{value.title}</h1>
          <span className={css.print}>
            <Button onClick={() => window.print()}>{say('print')}</Button>
          </span>
        </header>
        <Body manual={value} />
      </main>
    </div>
  )
}

/** Beside the manual on a wide screen, folded above it on a narrow one. */
function Contents({ headings }: { headings: readonly Heading[] }) {
  const list = (
    <ul>
      {headings.map(({ id, tag, text }) => (
        <li key={id} data-level={tag}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={css.contents} aria-label={say('contents')}>
      <h2 className={css.wide}>{say('contents')}</h2>
      <div className={css.wide}>{list}</div>
      <details className={css.narrow}>
        <summary>{say('contents')}</summary>
        {list}
      </details>
    </nav>
  )
}
