import { AVATAR_COLOURS } from '../constants'
import css from './shell.module.css'

/** The colour number of a name, 1 to 6: first character code modulo 6, plus 1. */
export const avatarColour = (name: string): number =>
  ((name.trim().charCodeAt(0) || 0) % AVATAR_COLOURS) + 1

/** The last character of a name, whole also when it is outside the basic plane. */
export const avatarText = (name: string): string => Array.from(name.trim()).at(-1) ?? ''

/** A round initial. Decorative: the name stands beside it or labels the button around it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={`${css.avatar} ${css[`avatar${avatarColour(name)}`]}`} aria-hidden="true">
      {avatarText(name)}
    </span>
  )
}
