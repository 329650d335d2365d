import { useCallback } from 'react'
import styles from './message.module.css'

/** Markup of somebody else's: nothing of it runs, loads or leads anywhere. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`

interface Policy {
  createHTML(html: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

/**
 * The Trusted Types policy of frames that may do nothing, beside the default one, which lets no markup through. It
 * stays in this module, and what it makes goes into such a frame alone.
 */
const inert = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('inert', {
  createHTML: (html) => POLICY + html,
}) ?? { createHTML: (html: string) => POLICY + html }

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
