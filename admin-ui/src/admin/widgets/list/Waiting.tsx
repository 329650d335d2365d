import { useTranslate } from 'react-admin'
import styles from './Waiting.module.css'

const ROWS = ['1', '2', '3', '4', '5', '6', '7']

/** What stands in place of rows until the first of them have come. */
export function Waiting() {
  const translate = useTranslate()
  return (
    <div
      role="progressbar"
      aria-busy="true"
      aria-label={translate('ra.page.loading')}
      className={styles.waiting}
    >
      {ROWS.map((row) => (
        <i key={row} />
      ))}
    </div>
  )
}
