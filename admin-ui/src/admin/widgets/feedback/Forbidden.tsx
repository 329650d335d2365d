import { Title, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import styles from './Forbidden.module.css'

/** A page that somebody may not see: why, whom to ask, and the way back. */
export function Forbidden() {
  const translate = useTranslate()
  return (
    <section className={styles.page}>
      <Title title="cardea.forbidden.title" preferenceKey={false} />
      <h2>{translate('cardea.forbidden.why')}</h2>
      <p>{translate('cardea.forbidden.whom')}</p>
      <Link to="/index">{translate('cardea.layout.home')}</Link>
    </section>
  )
}
