/** What two people did to one record, field by field. */

export type Side = 'mine' | 'theirs'

/** The fields that only one side has changed, and those that both have, to something else each. */
export interface Differences {
  mine: string[]
  theirs: string[]
  both: string[]
}

type Values = Readonly<Record<string, unknown>>

/** Nothing, in the ways that forms and records write it. */
export const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** A value as text; what has parts, with all of them. */
export const written = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Numbers may be typed: `1` and `'1'` say the same. */
const same = (one: unknown, other: unknown) =>
  (isBlank(one) && isBlank(other)) || written(one) === written(other)

/** Compares what the form has and what the server has now with what the form began with. */
export function differences(
  base: Values,
  mine: Values,
  theirs: Values,
  fields: readonly string[],
): Differences {
  const found: Differences = { mine: [], theirs: [], both: [] }
  for (const field of fields) {
    const changed = {
      mine: !same(base[field], mine[field]),
      theirs: !same(base[field], theirs[field]),
    }
    if (same(mine[field], theirs[field])) continue
    if (changed.mine && changed.theirs) found.both.push(field)
    else if (changed.mine) found.mine.push(field)
    else if (changed.theirs) found.theirs.push(field)
  }
  return found
}
