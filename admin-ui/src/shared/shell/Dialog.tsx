import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../i18n'
import css from './dialog.module.css'
import { Icon } from './Icon'

interface DialogProps {
  title: string
  children: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  /** Width in px; never wider than the window. */
  width?: 350 | 400 | 500
  /** Called by Escape, a click outside or the cross. Without it the dialog cannot be dismissed. */
  onClose?: () => void
}

/** A modal dialog on the native element: focus stays inside and returns where it was. */
export function Dialog({ title, children, actions, width = 400, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    // What the dialog is for, not the cross that comes first.
    const start =
      dialog.querySelector<HTMLElement>('input:not([tabindex="-1"])') ??
      dialog.querySelector<HTMLElement>(`.${css.actions} button:last-of-type`)
    start?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, through onCancel.
    <dialog
      ref={ref}
      className={`${css.dialog} ${css[`w${width}`]}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A second Escape closes a native dialog without asking; put it back when it must stay.
      onClose={() => ref.current?.isConnected && ref.current.showModal()}
      onClick={(event) => event.target === ref.current && onClose?.()}
    >
      <div className={css.body}>
        <div className={css.head}>
          <h2 id={heading}>{title}</h2>
          {onClose && (
            <button
              type="button"
              className={css.cross}
              onClick={onClose}
              aria-label={t('common.close')}
            >
              <Icon name="cross" />
            </button>
          )}
        </div>
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
