/**
 * The Material theme, made from the design tokens that portal and console share. Material computes
 * with colours (hover, disabled), so it is given the tokens' values, read from the page, and made
 * anew when the page turns light or dark.
 */
import { createTheme, darken, lighten, type ThemeOptions } from '@mui/material/styles'
import { readableAccent } from '../shared/accent'
import type { Theme } from '../shared/theme'

/** Reads one design token; empty where the style sheet is not there, as in tests. */
export type ReadToken = (name: string) => string

/** The tokens as the page shows them now. */
export const pageTokens: ReadToken = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const ROW_HEIGHT = 36

/** react-admin keeps a line free below each input, for a hint that most have not. */
const UNHINTED = { defaultProps: { helperText: false } } as const

function components(border: string, raised: string): NonNullable<ThemeOptions['components']> {
  return {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: { defaultProps: { disableElevation: true, size: 'small' } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    // The tokens say how raised surfaces look; Material would lay a veil of white over dark ones.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        // 500 to 1000 px wide, as specified, wherever there is room for it.
        paper: { backgroundColor: raised, '@media (min-width: 564px)': { minWidth: 500 } },
      },
    },
    MuiTab: { styleOverrides: { root: { textTransform: 'none', minHeight: 44 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
    MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined' } },
    // Labels stand above their fields, see look/fields.css.
    MuiInputLabel: { defaultProps: { shrink: true } },
    RaTextInput: UNHINTED,
    RaPasswordInput: UNHINTED,
    RaNumberInput: UNHINTED,
    RaSelectInput: UNHINTED,
    RaAutocompleteInput: UNHINTED,
    RaBooleanInput: UNHINTED,
    RaCheckboxGroupInput: UNHINTED,
    MuiTableCell: {
      styleOverrides: { root: { height: ROW_HEIGHT, borderBottomColor: border } },
    },
    MuiTooltip: { defaultProps: { enterDelay: 500 } },
  }
}

/** Builds the theme of a colour scheme; `brand` is the deployment's accent colour, `#rrggbb`. */
export function createConsoleTheme(mode: Theme, token: ReadToken, brand: string | null) {
  const colour = (name: string, fallback: string) => token(name) || fallback
  const dark = mode === 'dark'
  const own = brand ? readableAccent(brand, mode) : null
  const accent = own?.accent ?? colour('--accent', dark ? '#5cc0d2' : '#0d6577')
  const onAccent = own?.onAccent ?? colour('--on-accent', dark ? '#06222a' : '#ffffff')
  const border = colour('--line', dark ? '#2f3a42' : '#dfe5e8')
  const danger = colour('--danger', dark ? '#f08a80' : '#b3261e')
  // Under the pointer: Material darkens in the dark, too, and the dark text is hard to read then.
  const strong = (main: string) => (dark ? lighten(main, 0.14) : darken(main, 0.16))
  return createTheme({
    palette: {
      mode,
      primary: { main: accent, dark: strong(accent), contrastText: onAccent },
      secondary: { main: accent, dark: strong(accent), contrastText: onAccent },
      error: { main: danger, dark: strong(danger) },
      warning: { main: colour('--warning', dark ? '#e0b060' : '#8a5a00') },
      success: { main: colour('--success', dark ? '#7cc58a' : '#1e7a3c') },
      text: {
        primary: colour('--text', dark ? '#e6ecef' : '#17242b'),
        secondary: colour('--text-soft', dark ? '#9fb0b8' : '#56666f'),
      },
      divider: border,
      background: {
        default: colour('--canvas', dark ? '#12181c' : '#f5f7f8'),
        paper: colour('--surface', dark ? '#1a2227' : '#ffffff'),
      },
    },
    typography: {
      // Not its value: the other language has another.
      fontFamily: 'var(--font)',
      fontSize: 14,
      htmlFontSize: 16,
      body1: { fontSize: 14 },
      h6: { fontSize: 16, fontWeight: 600 },
      button: { fontWeight: 500 },
    },
    shape: { borderRadius: 6 },
    transitions: {
      duration: {
        enteringScreen: 120,
        leavingScreen: 100,
        standard: 120,
        short: 100,
        shorter: 80,
        shortest: 60,
      },
    },
    components: components(border, colour('--surface-raised', dark ? '#1a272f' : '#ffffff')),
  })
}
