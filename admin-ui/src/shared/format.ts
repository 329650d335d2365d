/**
 * How moments, days and numbers are written: alike in every language, year first (specification,
 * portal and sign-in, section 9). Nothing else writes them; a test holds that.
 */

const two = (n: number): string => String(n).padStart(2, '0')
const dayOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** `yyyy-MM-dd HH:mm` in the reader's time zone, with seconds where they are asked for. */
export function moment(at: string | number | Date, seconds = false): string {
  const date = new Date(at)
  const time = [date.getHours(), date.getMinutes(), ...(seconds ? [date.getSeconds()] : [])]
  return `${dayOf(date)} ${time.map(two).join(':')}`
}

/** `yyyy-MM-dd HH:mm:ss` in a named time zone. Swedish writes moments so. */
export const momentIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(at),
  )

/** `yyyy-MM-dd` in the reader's time zone. */
export const day = (at: string | number | Date): string => dayOf(new Date(at))

/** A whole number with its thousands apart. */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
