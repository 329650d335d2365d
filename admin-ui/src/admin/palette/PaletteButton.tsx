import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { UserInfo } from '../../shared/session'
import { Icon } from '../../shared/shell'
import styles from './palette.module.css'

// Few visits need them.
const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }))
const SignOutDialog = lazy(() => import('../../shared/shell/SignOutDialog'))

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the command palette: by a press, by ctrl-K, and by cmd-K on a Mac. */
export function PaletteButton({ user }: { user: UserInfo }) {
  const translate = useTranslate()
  const [open, setOpen] = useState<'palette' | 'signOut'>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      // A question, or a form in a dialog, is not left by it.
      if (document.querySelector('[role="dialog"], dialog[open]')) return
      event.preventDefault()
      setOpen('palette')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const name = translate('cardea.palette.open')
  const close = () => setOpen(undefined)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={name}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <Icon name="search" size={18} />
        <span>{name}</span>
        <kbd className={styles.key}>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense>
        {open === 'palette' && (
          <Palette user={user} onSignOut={() => setOpen('signOut')} onClose={close} />
        )}
        {open === 'signOut' && <SignOutDialog onClose={close} />}
      </Suspense>
    </>
  )
}
