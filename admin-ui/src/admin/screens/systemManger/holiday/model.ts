/** The id of the global calendar. */
export const GLOBAL = 'sys'

/** The days of a list: `yyyy-MM-dd`, between commas. */
export const daysOf = (list: string | null | undefined) => (list ?? '').split(',').filter(Boolean)
