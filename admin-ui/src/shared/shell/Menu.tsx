import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n'
import { Icon } from './Icon'
import css from './menu.module.css'

/** What an entry does: something here, or open an address in a new window. */
type MenuAction = { onSelect: () => void; href?: never } | { href: string; onSelect?: never }

export type MenuEntry = MenuAction & {
  key: string
  label: ReactNode
  /** Given for a choice: whether it is the current one. */
  checked?: boolean
  /** A heading above this entry, starting a new part. */
  heading?: string
  lang?: string
}

interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly MenuEntry[]
}

/** A button with a menu (WAI-ARIA menu button pattern): arrows, Home, End, Escape, Tab. */
export function Menu({ label, children, entries }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const items = () =>
    Array.from(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])

  useEffect(() => {
    if (!open) return
    const list = root.current
    const first =
      list?.querySelector<HTMLElement>('[aria-checked=true]') ??
      list?.querySelector<HTMLElement>('[role^=menuitem]')
    first?.focus()
    const outside = (event: Event) => {
      if (!list?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape') return close()
    if (event.key === 'Tab') return setOpen(false)
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (goal === undefined) return
    event.preventDefault()
    all.at(goal % all.length)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the menu inside.
    <div ref={root} className={css.root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div id={id} role="menu" aria-label={label} className={css.list}>
          {entries.map((entry) => (
            <MenuRow
              key={entry.key}
              entry={entry}
              onSelect={() => {
                close()
                entry.onSelect?.()
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function MenuRow({ entry, onSelect }: { entry: MenuEntry; onSelect: () => void }) {
  const choice = entry.checked !== undefined
  if (entry.href !== undefined) {
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        className={css.item}
        href={entry.href}
        target="_blank"
        rel="noopener"
        onClick={onSelect}
      >
        {entry.label}
        <span className={css.elsewhere} title={t('common.opensNew')}>
          <Icon name="arrow" size={14} />
          <span className={css.unseen}>{t('common.opensNew')}</span>
        </span>
      </a>
    )
  }
  return (
    <>
      {entry.heading && (
        <div role="presentation" className={css.heading}>
          {entry.heading}
        </div>
      )}
      <button
        type="button"
        {...(choice
          ? { role: 'menuitemradio', 'aria-checked': entry.checked }
          : { role: 'menuitem' })}
        tabIndex={-1}
        className={css.item}
        lang={entry.lang}
        onClick={onSelect}
      >
        {entry.label}
      </button>
    </>
  )
}
