import { useCallback } from 'react'
import { inert } from './inert'
import styles from './message.module.css'

interface LetterProps {
  label: string
  /** An e-mail's HTML, as this server makes it. */
  html: string
}

/**
 * An e-mail as its reader sees it, in a frame whose scripts do not run. The page's content security policy, which the
 * frame inherits, complains of each `style` attribute, so they come under another name and are set one by one.
 */
export function Letter({ label, html }: LetterProps) {
  const fill = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return
      frame.onload = () => {
        const letter = frame.contentDocument
        for (const part of letter?.querySelectorAll<HTMLElement>('[data-style]') ?? []) {
          part.style.cssText = part.dataset.style ?? ''
        }
        // It is looked at: its addresses are made up.
        for (const link of letter?.querySelectorAll('a') ?? []) link.removeAttribute('href')
        // As high as what it shows, also where that became less.
        frame.style.blockSize = ''
        if (letter) frame.style.blockSize = `${letter.documentElement.scrollHeight}px`
      }
      frame.srcdoc = inert.createHTML(html.replaceAll(' style="', ' data-style="'))
    },
    [html],
  )
  return (
    <iframe
      ref={fill}
      className={styles.letter}
      title={label}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
    />
  )
}
