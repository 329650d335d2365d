import type { ReactNode } from 'react'
import { useBranding } from '../../shared/branding'
import { focusMain, isFocusLost } from '../../shared/focus'
import { t } from '../../shared/i18n'
import { Mark } from '../../shared/shell/Mark'
import { LanguageMenu, ThemeMenu } from '../../shared/shell/Preferences'
import { hasMoved, type Place } from '../router'
import css from './frame.module.css'

interface FrameProps {
  title: string
  text?: string
  /** In a small window: the brand stands above. */
  compact?: boolean
  children: ReactNode
}

/** Whether the client asked for a small page (`display` of OpenID Connect). */
export const compact = (place: Place): boolean =>
  ['popup', 'touch', 'wap'].includes(place.query.get('display') ?? '')

/** Who goes on to this page by keyboard or ear begins at its task, unless a field of it took the focus. */
const begin = (main: HTMLElement | null) => {
  if (main && hasMoved() && isFocusLost()) focusMain(main)
}

/** The frame of every page before sign-in: the brand at the side, one task in the middle. */
export function Frame({ title, text, compact = false, children }: FrameProps) {
  const brand = useBranding()
  return (
    <div className={compact ? `${css.frame} ${css.compact}` : css.frame}>
      <aside className={css.side}>
        <p className={css.brand}>
          <Mark size={36} />
          <span>{brand.systemName}</span>
        </p>
        <div className={css.words}>
          <p className={css.tagline}>{t('app.tagline')}</p>
          <p className={css.more}>{t('app.taglineMore')}</p>
        </div>
        <Doors />
      </aside>
      <div className={css.stage}>
        <header className={css.tools}>
          <ThemeMenu />
          <LanguageMenu />
        </header>
        <main ref={begin} className={css.task}>
          <h1>{title}</h1>
          {text && <p className={css.text}>{text}</p>}
          {children}
        </main>
        <footer className={css.foot}>
          {brand.copyright && <span>{brand.copyright}</span>}
          {brand.filing && <span>{brand.filing}</span>}
        </footer>
      </div>
    </div>
  )
}

/** The swing of a door about its hinge, drawn as arcs. Decorative. */
function Doors() {
  return (
    <svg className={css.doors} viewBox="0 0 600 600" aria-hidden="true">
      <g fill="none" stroke="currentColor">
        {[90, 170, 250, 330, 410, 490, 570].map((radius, at) => (
          <path
            key={radius}
            d={`M${600 - radius} 600A${radius} ${radius} 0 0 1 600 ${600 - radius}`}
            strokeWidth={at === 3 ? 2 : 1}
            strokeOpacity={at === 3 ? 0.55 : 0.24}
          />
        ))}
        <path d="M600 600 366.7 366.7" strokeWidth="2" strokeOpacity=".55" />
        <path d="M600 600V270" strokeWidth="2" strokeOpacity=".3" />
      </g>
      <circle cx="366.7" cy="366.7" r="5" fill="currentColor" />
    </svg>
  )
}
