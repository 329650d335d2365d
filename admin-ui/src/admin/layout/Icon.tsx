/**
 * The icons of the console's frame, in the colour of the text. Those of the menu are the ones that the
 * server's menus name: `menuIcons.json` has all of them (outlines of Material Icons, 24 px), and the
 * server's own test holds its menus to that list.
 */
import { memo, useEffect, useState } from 'react'

/** What an icon that nobody knows is drawn as: a menu has no holes. */
export const PLAIN = 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z'

type Drawings = Readonly<Record<string, string>>
let drawings: Drawings | undefined
/** They come after the words of the menu, which nobody reads the icons for. */
const load = async (): Promise<Drawings> => {
  drawings ??= (await import('./menuIcons.json')).default
  return drawings
}

/** The drawings, once they are there. */
function useDrawings(): Drawings | undefined {
  const [known, setKnown] = useState(drawings)
  useEffect(() => {
    // Without them the menu is what it says.
    if (!known) load().then(setKnown, () => undefined)
  }, [known])
  return known
}

/** The drawing of an icon of the menu; nothing before they are there. */
export const drawing = (all: Drawings | undefined, name: string | null): string | undefined =>
  all && (name !== null && Object.hasOwn(all, name) ? all[name] : PLAIN)

export const MenuIcon = memo(function MenuIcon({ name }: { name: string | null }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="currentColor"
      aria-hidden="true"
      data-icon={name ?? undefined}
    >
      <path d={drawing(useDrawings(), name)} />
    </svg>
  )
})

const FRAME = {
  home: 'M3.5 9.5L10 4l6.5 5.5M5.5 8.5V16h9V8.5',
  chevron: 'M7 5l5 5-5 5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
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
