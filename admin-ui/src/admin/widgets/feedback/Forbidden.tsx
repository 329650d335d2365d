import { Suspense, useState } from 'react'
import { Loading, Title, useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { ConsoleLink } from '../../router'
import { pathOfAddress } from '../../routes'
import { lastDenied } from '../access/denied'
import { lazyPart } from '../lazyPart'
import styles from './Forbidden.module.css'

const OwnExplanation = lazyPart(
  async () => (await import('../access/OwnExplanation')).OwnExplanation,
)

/** A page that somebody may not see: why, whom to ask, and the way back. */
export function Forbidden() {
  const translate = useTranslate()
  const here = pathOfAddress(useLocation().pathname)
  const [asked, ask] = useState(false)
  // Who was led here from elsewhere could do nothing with a form there.
  const denied = here === undefined ? lastDenied() : ({ operation: here, act: 'view' } as const)
  return (
    <section className={styles.page}>
      <Title title="cardea.forbidden.title" preferenceKey={false} />
      <h2>{translate('cardea.forbidden.why')}</h2>
      <p>{translate('cardea.forbidden.whom')}</p>
      {denied && !asked && (
        <p>
          <button type="button" className={styles.ask} onClick={() => ask(true)}>
            {translate('cardea.forbidden.explain')}
          </button>
        </p>
      )}
      {denied && asked && (
        <Suspense fallback={<Loading />}>
          <OwnExplanation {...denied} />
        </Suspense>
      )}
      <ConsoleLink to="/index">{translate('cardea.layout.home')}</ConsoleLink>
    </section>
  )
}
