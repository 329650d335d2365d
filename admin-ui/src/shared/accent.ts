/** The brand's colour, made readable. Loaded where a deployment has one. */

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

/** Gives the page the brand's colour, or its own back. */
export function applyAccent(colour: string | null, theme: 'light' | 'dark') {
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
