import { useNotify, useTranslate } from 'react-admin'
import styles from './CopyText.module.css'

/** A text that is copied by pressing it: ids, mostly. Shortened to `shown` characters on screen. */
export function CopyText({ text, shown = text.length }: { text: string; shown?: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify('cardea.copied', { type: 'info', autoHideDuration: 1500 })
    } catch {
      notify('cardea.not_copied', { type: 'warning' })
    }
  }
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={copy}
      title={`${translate('cardea.copy')} ${text}`}
      aria-label={`${translate('cardea.copy')} ${text}`}
    >
      {text.length > shown ? `${text.slice(0, shown)}…` : text}
    </button>
  )
}
