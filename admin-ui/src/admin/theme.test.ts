import { getContrastRatio } from '@mui/material/styles'
import { describe, expect, it } from 'vitest'
import { createConsoleTheme } from './theme'

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  it.each([null, '#336699', '#ffd54f', '#7a1fa2'])(
    'has buttons that are read under the pointer too, with the brand %s',
    (brand) => {
      const { palette } = createConsoleTheme(mode, () => '', brand)
      for (const { main, dark, contrastText } of [palette.primary, palette.error]) {
        for (const ground of [main, dark]) {
          expect(getContrastRatio(contrastText, ground)).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )
})
