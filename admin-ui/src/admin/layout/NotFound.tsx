import { Title, useTranslate } from 'react-admin'
import { ConsoleLink } from '../router'
import styles from './Layout.module.css'

/** An address below /index that leads nowhere. */
export function NotFound() {
  const translate = useTranslate()
  return (
    <div className={styles.note}>
      <Title title="cardea.layout.not_found" preferenceKey={false} />
      <p>{translate('cardea.layout.not_found_hint')}</p>
      <ConsoleLink to="/index">{translate('cardea.layout.home')}</ConsoleLink>
    </div>
  )
}
