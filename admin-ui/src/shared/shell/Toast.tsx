import { useEffect, useRef, useState } from 'react'
import { onActivity, onProblem } from '../http'
import { t, useLocale } from '../i18n'
import { Icon } from './Icon'
import css from './shell.module.css'
import { dismissToast, onToast, type Toast as ToastMessage, toast } from './toasts'

const READING_MS = { success: 4000, danger: 8000 }

/** Shows toasts, failed calls that nobody handles quietly, and the progress line. */
export default function Toasts() {
  useLocale()
  const host = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState<ToastMessage | null>(null)
  const [active, setActive] = useState(0)

  useEffect(() => onToast(setMessage), [])
  useEffect(() => onActivity(setActive), [])
  useEffect(() => onProblem((problem) => toast(problem.message, 'danger', problem.requestId)), [])
  useEffect(() => {
    if (!message) return
    raise(host.current)
    const timer = setTimeout(dismissToast, READING_MS[message.tone])
    return () => clearTimeout(timer)
  }, [message])

  return (
    <>
      {active > 0 && (
        <div className={css.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <div ref={host} className={css.toasts} popover="manual" aria-live="polite">
        {message && (
          <div className={`${css.toast} ${css[message.tone]}`}>
            <Icon name={message.tone === 'danger' ? 'alert' : 'check'} />
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
