import { useCallback } from 'react'
import { inert } from './inert'
import styles from './message.module.css'

interface AnswerProps {
  label: string
  /** What a gateway answered: HTML or text. */
  html: string
}

/** What a gateway answered, as HTML in a frame that may do nothing. */
export function Answer({ label, html }: AnswerProps) {
  // React would make a string of what the policy made.
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return
      const shown = looksLikeMarkup(html) ? html : `<pre>${escaped(html)}</pre>`
      frame.srcdoc = inert.createHTML(shown)
    },
    [html],
  )
  return (
    <iframe
      ref={fill}
      className={styles.answer}
      title={label}
      sandbox=""
      referrerPolicy="no-referrer"
    />
  )
}

/** Text that has no element in it keeps its lines. */
const looksLikeMarkup = (text: string) => /<[a-z!/][^>]*>/i.test(text)

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
