/** Days of the calendar, and the moments where they begin and end for the reader. */

/** Whether a text is a day of the calendar, year first. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The moment where a day begins or ends in the reader's time zone. */
export function momentOf(day: string, at: 'start' | 'end'): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + (at === 'end' ? 1 : 0)).toISOString()
}

/** The day that begins or ends at a moment; what is no moment stays as it was typed. */
export function dayOf(moment: string, at: 'start' | 'end'): string {
  if (!moment.includes('T')) return moment
  const day = new Date(moment)
  if (at === 'end') day.setDate(day.getDate() - 1)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
