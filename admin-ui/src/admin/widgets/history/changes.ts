/** A field of a record, before and after; nothing where the record was not there. */
export interface Change {
  field: string
  before: string
  after: string
}

/** What follows from every change and says nothing. */
const BESIDE = new Set(['id', 'version', 'createdAt', 'updatedAt'])

const written = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The fields of a state; a list or a single value has none. */
const fieldsOf = (state: unknown) =>
  (typeof state === 'object' && !Array.isArray(state) ? state : null) as Record<
    string,
    unknown
  > | null

/** The fields in which two states differ; of a record that came or went, those that say something. */
export function changes(stateBefore: unknown, stateAfter: unknown): Change[] {
  const [before, after] = [stateBefore, stateAfter].map(fieldsOf)
  const fields = [...new Set([before, after].flatMap((state) => Object.keys(state ?? {})))]
  return fields
    .filter((field) => !BESIDE.has(field))
    .map((field) => ({
      field,
      before: written(before?.[field]),
      after: written(after?.[field]),
    }))
    .filter((change) => change.before !== change.after)
}
