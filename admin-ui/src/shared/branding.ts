import { useEffect, useState } from 'react'
import { request } from './http'
import { getLocale, t, useLocale } from './i18n'
import { useTheme } from './theme'

/** `GET /api/sys/branding`, in the language of the request. */
export interface Branding {
  title: string
  systemName: string
  systemAbbr: string
  logo: string | null
  /** `#rrggbb`. */
  accent: string | null
  copyright: string
  filing: string | null
  /** What holds for values that are kept in the browser. */
  browser?: {
    encrypted: boolean
    /** The domain of helper cookies; null: this host's own. */
    cookieDomain: string | null
  }
}

const cache = new Map<string, Promise<Branding>>()
/** Of these, what came: whoever draws later need not draw twice. */
const came = new Map<string, Branding>()
const fallback = (): Branding => ({
  title: t('app.title'),
  systemName: t('app.title'),
  systemAbbr: t('app.name'),
  logo: null,
  accent: null,
  copyright: '',
  filing: null,
})

/** The brand of this deployment, asked for once a language. */
export function branding(locale = getLocale()): Promise<Branding> {
  let known = cache.get(locale)
  if (!known) {
    known = request<Branding>('/api/sys/branding', { quiet: true, anonymous: true })
    known.then(
      (value): unknown => {
        came.set(locale, value)
        return value.browser?.encrypted && import('./sealed').then(({ install }) => install())
      },
      () => cache.delete(locale),
    )
    cache.set(locale, known)
  }
  return known
}

/** The brand in the language in use; the product's own until, or when not, it is known. */
export function useBranding(): Branding {
  const locale = useLocale()
  const theme = useTheme()
  const [, redraw] = useState<Branding>()
  useEffect(() => {
    let wanted = true
    branding(locale).then(
      (value) => wanted && redraw(value),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [locale])
  const value = came.get(locale)
  const accent = value?.accent
  useEffect(() => {
    if (accent !== undefined) applyAccent(accent, theme)
  }, [accent, theme])
  return value ?? fallback()
}

/** Relative luminance of `#rrggbb` (WCAG 2.2), 0 to 1. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixes `#rrggbb` towards white (`share` > 0) or black (< 0). */
function shade(hex: string, share: number): string {
  const goal = share > 0 ? 255 : 0
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16)
    return Math.round(part + (goal - part) * Math.abs(share))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/**
 * A brand colour that stays readable: as text on the surfaces of `theme` it keeps a contrast of at
 * least 4.5, by moving towards black or white as far as needed. Null when it is no `#rrggbb`.
 */
export function readableAccent(
  colour: string,
  theme: 'light' | 'dark',
): { accent: string; onAccent: string } | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null
  const dark = theme === 'dark'
  // Where it stands out least: a chosen row of a list.
  const ground = luminance(dark ? '#3a4449' : '#ebebeb')
  let accent = colour
  for (let step = 1; step <= 20 && contrast(luminance(accent), ground) < 4.6; step += 1) {
    accent = shade(colour, (dark ? 1 : -1) * step * 0.05)
  }
  const light = contrast(luminance(accent), 1) >= 4.5
  return { accent, onAccent: light ? '#ffffff' : '#06222a' }
}

/** WCAG contrast of two luminances. */
export const contrast = (a: number, b: number): number =>
  (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

function applyAccent(colour: string | null, theme: 'light' | 'dark') {
  const readable = colour ? readableAccent(colour, theme) : null
  const style = document.documentElement.style
  if (!readable) {
    style.removeProperty('--accent')
    style.removeProperty('--on-accent')
    return
  }
  style.setProperty('--accent', readable.accent)
  style.setProperty('--on-accent', readable.onAccent)
}

/** Sets the window's title: the page, then the brand. Without a page, somebody else sets it. */
export function usePageTitle(page: string | undefined): void {
  const { title } = useBranding()
  useEffect(() => {
    if (page !== undefined) document.title = page ? `${page} · ${title}` : title
  }, [page, title])
}
