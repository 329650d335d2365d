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
    // Without a colour of its own, now or before, a page has nothing to change.
    const painted = document.documentElement.style.getPropertyValue('--accent')
    if (accent === undefined || (!accent && !painted)) return
    void import('./accent').then(({ applyAccent }) => applyAccent(accent, theme))
  }, [accent, theme])
  return value ?? fallback()
}

/** Sets the window's title: the page, then the brand. Without a page, somebody else sets it. */
export function usePageTitle(page: string | undefined): void {
  const { title } = useBranding()
  useEffect(() => {
    if (page !== undefined) document.title = page ? `${page} · ${title}` : title
  }, [page, title])
}
