import { useEffect, useRef, useState } from 'react'
import { onActivity } from '../http'
import { t, useLocale } from '../i18n'
import { Icon } from './Icon'
import css from './shell.module.css'
import { dismissToast, onToast, type Toast as ToastMessage } from './toasts'

const READING_MS = { success: 4000, info: 4000, danger: 8000 }
const ICONS = { success: 'check', info: 'info', danger: 'alert' } as const

/** Shows messages, and the overlay over the page while calls that are not quiet are under way. */
export default function Toasts() {
  useLocale()
  const host = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState<ToastMessage | null>(null)
  const [active, setActive] = useState(0)

  useEffect(() => onToast(setMessage), [])
  useEffect(() => onActivity(setActive), [])
  useEffect(() => {
    if (!message) return
    raise(host.current)
    const timer = setTimeout(dismissToast, READING_MS[message.tone])
    return () => clearTimeout(timer)
  }, [message])

  return (
    <>
      {active > 0 && (
        <div className={css.overlay} role="status">
          <div className={css.progress} role="progressbar" aria-label={t('common.loading')} />
          <div className={css.ring} />
        </div>
      )}
      <div ref={host} className={css.toasts} popover="manual" aria-live="polite">
        {message && (
          <div className={`${css.toast} ${css[message.tone]}`}>
            <Icon name={ICONS[message.tone]} />
            <span>
              {message.text}
              {message.requestId && (
                <small>{t('common.requestId', { id: message.requestId })}</small>
              )}
            </span>
          </div>
        )}
      </div>
    </>
  )
}

/** Shows the host above modal dialogs that opened since; old browsers leave it where it is. */
function raise(host: HTMLElement | null) {
  if (!host?.showPopover) return
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}
