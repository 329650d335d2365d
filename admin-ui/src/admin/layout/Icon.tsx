/**
 * The icons of the console's frame, in the colour of the text. Those of the menu are the ones that the
 * server's menus name: `menuIcons.json` has all of them (outlines of Material Icons, 24 px), and the
 * server's own test holds its menus to that list.
 */
import drawn from './menuIcons.json'

/** What an icon that nobody knows is drawn as: a menu has no holes. */
const PLAIN = 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z'

const MENU_ICONS: Readonly<Record<string, string>> = drawn

/** The drawing of an icon of the menu. */
export const drawing = (name: string | null): string =>
  name !== null && Object.hasOwn(MENU_ICONS, name) ? (MENU_ICONS[name] ?? PLAIN) : PLAIN

export function MenuIcon({ name }: { name: string | null }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="currentColor"
      aria-hidden="true"
      data-icon={name ?? undefined}
    >
      <path d={drawing(name)} />
    </svg>
  )
}

const FRAME = {
  chevron: 'M7 5l5 5-5 5',
  fold: 'M11 5l-5 5 5 5M16 5v10',
  unfold: 'M9 5l5 5-5 5M4 5v10',
} as const

/** An icon of the frame itself, drawn in lines on a 20 px grid. */
export function Icon({ name }: { name: keyof typeof FRAME }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={FRAME[name]} />
    </svg>
  )
}
