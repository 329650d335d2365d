import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import css from './frame.module.css'

export interface Tab {
  key: string
  label: string
  panel: ReactNode
}

/**
 * Tabs (WAI-ARIA tabs pattern), whose panels may still be on their way. A single one needs no tab bar, so none is
 * drawn.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [chosen, setChosen] = useState(tabs[0].key)
  const bar = useRef<HTMLDivElement>(null)
  const id = useId()
  const current = tabs.find((tab) => tab.key === chosen) ?? tabs[0]
  if (tabs.length === 1) return current.panel

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]
    if (!next) return
    setChosen(next.key)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <>
      <div ref={bar} role="tablist" aria-label={label} className={css.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className={css.tab}
            onClick={() => setChosen(tab.key)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`}>
        <Suspense>{current.panel}</Suspense>
      </div>
    </>
  )
}
