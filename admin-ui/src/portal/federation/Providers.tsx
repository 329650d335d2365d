import { useEffect, useState } from 'react'
import { useLocale } from '../../shared/i18n'
import { type Provider, providers } from './api'
import css from './federation.module.css'
import { t as say } from './texts'

/** The other ways to sign in that are configured; nothing where there is none. */
export default function Providers({ returnTo }: { returnTo?: string | undefined }) {
  const locale = useLocale()
  const [shown, setShown] = useState<Provider[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use.
  useEffect(() => {
    let wanted = true
    // Without them the page is what it is: the other ways stay.
    providers().then(
      (list) => wanted && setShown(list),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [locale])

  if (shown.length === 0) return null
  const query = returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''
  return (
    <nav className={css.providers} aria-label={say('others')}>
      <p>{say('others')}</p>
      {shown.map(({ id, name, url }) => (
        <a key={id} href={url + query}>
          {say('with', { name })}
        </a>
      ))}
    </nav>
  )
}
