import { useSyncExternalStore } from 'react'
import { recall, remember } from './storage'

export const THEMES = ['system', 'light', 'dark'] as const
/** What the person chose. */
export type ThemeChoice = (typeof THEMES)[number]
/** What is shown. */
export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const darkSystem =
  typeof window.matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null

let choice: ThemeChoice = initial()
/** Kept, so that the page's mark and what components read are never two things. */
let systemIsDark = darkSystem?.matches

function initial(): ThemeChoice {
  const stored = recall('theme')
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export const themeChoice = (): ThemeChoice => choice

export function currentTheme(): Theme {
  if (choice !== 'system') return choice
  return systemIsDark ? 'dark' : 'light'
}

function apply() {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

export function setTheme(next: ThemeChoice): void {
  choice = next
  remember('theme', next === 'system' ? null : next)
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme shown; the component renders again when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
/** The person's choice, `system` included. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice)

apply()
darkSystem?.addEventListener('change', ({ matches }) => {
  systemIsDark = matches
  apply()
})
