import { useEffect, useState } from 'react'
import { request } from '../http'
import { LOCALES, setLocale, t, useLocale } from '../i18n'
import { setTheme, THEMES, type ThemeChoice, useTheme, useThemeChoice } from '../theme'
import { Icon } from './Icon'
import { Menu, type MenuEntry } from './Menu'

/** `GET /api/base/language/type`. */
interface Language {
  language: string
  desc: string
}

const builtIn = (): Language[] =>
  LOCALES.map((language) => ({ language, desc: t(`language.${language}`) }))

/** The languages that the server offers and this build has texts for. */
function useLanguages(): Language[] {
  const [languages, setLanguages] = useState(builtIn)
  useEffect(() => {
    const asked = new AbortController()
    request<Language[]>('/api/base/language/type', {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(
      (offered) => {
        const known = offered.filter(({ language }) => LOCALES.some((have) => have === language))
        if (known.length > 0) setLanguages(known)
      },
      () => undefined,
    )
    return () => asked.abort()
  }, [])
  return languages
}

/** Icon only; lists the languages with the current one marked. */
export function LanguageMenu() {
  const locale = useLocale()
  const entries = useLanguages().map(
    ({ language, desc }): MenuEntry => ({
      key: language,
      label: desc,
      lang: language,
      checked: language === locale,
      onSelect: () => setLocale(language),
    }),
  )
  return (
    <Menu label={t('language.label')} entries={entries}>
      <Icon name="globe" />
    </Menu>
  )
}

/** The entries that choose light, dark or the system's appearance. */
export function themeEntries(choice: ThemeChoice): MenuEntry[] {
  return THEMES.map((theme, at) => ({
    key: theme,
    label: t(`theme.${theme}`),
    checked: theme === choice,
    onSelect: () => setTheme(theme),
    ...(at === 0 && { heading: t('theme.label') }),
  }))
}

/** The same choice for pages without a user menu. */
export function ThemeMenu() {
  useLocale()
  const choice = useThemeChoice()
  const theme = useTheme()
  const entries = themeEntries(choice).map(({ heading: _, ...entry }) => entry)
  return (
    <Menu label={t('theme.label')} entries={entries}>
      <Icon name={theme === 'dark' ? 'moon' : 'sun'} />
    </Menu>
  )
}
