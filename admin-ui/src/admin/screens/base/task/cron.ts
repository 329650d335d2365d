/** The fields of a cron expression as the builder edits them, and back as text. */

/** The names of the tabs, in the order of the fields. */
export const PARTS = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const
export type Part = (typeof PARTS)[number]

/** The least and the greatest value of each field (specification: the bounds of the cron editor). */
export const BOUNDS: Readonly<Record<Part, readonly [number, number]>> = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  week: [1, 7],
  year: [1970, 2099],
}

/** What a new job begins with (specification, section 9). */
export const DEFAULT = '* * * * * ? *'

/** How a field can be given. */
export type Way =
  | 'every'
  | 'none'
  | 'range'
  | 'step'
  | 'some'
  | 'last'
  | 'nearest'
  | 'lastWeekday'
  | 'lastOf'
  | 'nth'
  | 'text'

/** The ways of each field, in the order in which they are offered. */
export const WAYS: Readonly<Record<Part, readonly Way[]>> = {
  second: ['every', 'range', 'step', 'some'],
  minute: ['every', 'range', 'step', 'some'],
  hour: ['every', 'range', 'step', 'some'],
  day: ['every', 'none', 'range', 'step', 'some', 'nearest', 'last', 'lastWeekday'],
  month: ['every', 'range', 'step', 'some'],
  week: ['every', 'none', 'range', 'some', 'nth', 'lastOf'],
  year: ['every', 'range', 'step', 'some'],
}

/** A field: its way, and the numbers of that way. */
export interface Field {
  way: Way
  from: number
  to: number
  some: readonly number[]
  /** Of the way `text`: what none of the others can say. */
  text: string
}

export type Fields = Readonly<Record<Part, Field>>

const blank = (part: Part): Field => ({
  way: 'every',
  from: BOUNDS[part][0],
  to: part === 'year' ? 2099 : BOUNDS[part][0] + 1,
  some: [],
  text: '',
})

const within = (part: Part, ...values: number[]) =>
  values.every(
    (value) => Number.isInteger(value) && value >= BOUNDS[part][0] && value <= BOUNDS[part][1],
  )

/** Reads one field; what the builder has no way for stays as it was written. */
export function fieldOf(part: Part, written: string): Field {
  const field = blank(part)
  const numbers = (written.match(/\d+/g) ?? []).map(Number)
  const [first = field.from, second = field.to] = numbers
  const as = (way: Way, more: Partial<Field> = {}): Field => ({ ...field, way, ...more })
  if (written === '*') return as('every')
  if (written === '?' && WAYS[part].includes('none')) return as('none')
  if (/^\d+-\d+$/.test(written) && within(part, first, second))
    return as('range', { from: first, to: second })
  if (
    /^\d+\/\d+$/.test(written) &&
    within(part, first) &&
    second > 0 &&
    WAYS[part].includes('step')
  )
    return as('step', { from: first, to: second })
  if (/^\d+(,\d+)*$/.test(written) && within(part, ...numbers)) return as('some', { some: numbers })
  if (part === 'day' && written === 'L') return as('last')
  if (part === 'day' && written === 'LW') return as('lastWeekday')
  if (part === 'day' && /^\d+W$/.test(written) && within(part, first))
    return as('nearest', { from: first })
  if (part === 'week' && /^\d+L$/.test(written) && within(part, first))
    return as('lastOf', { from: first })
  if (part === 'week' && /^\d+#[1-5]$/.test(written) && within(part, first))
    return as('nth', { from: first, to: second })
  return as('text', { text: written })
}

/** Reads an expression; where it has no year, every year is meant. */
export function fieldsOf(expression: string): Fields {
  const written = expression.trim().split(/\s+/)
  const usable = written.length === 6 || written.length === 7 ? written : DEFAULT.split(' ')
  const entries = PARTS.map((part, at) => [part, fieldOf(part, usable[at] ?? '*')])
  return Object.fromEntries(entries) as Fields
}

/** A field as text. */
export function textOf({ way, from, to, some, text }: Field): string {
  switch (way) {
    case 'every':
      return '*'
    case 'none':
      return '?'
    case 'range':
      return `${from}-${to}`
    case 'step':
      return `${from}/${to}`
    case 'some':
      return some.length > 0 ? [...some].sort((a, b) => a - b).join(',') : '*'
    case 'last':
      return 'L'
    case 'lastWeekday':
      return 'LW'
    case 'nearest':
      return `${from}W`
    case 'lastOf':
      return `${from}L`
    case 'nth':
      return `${from}#${to}`
    default:
      return text
  }
}

/** The expression of fields. */
export const expressionOf = (fields: Fields): string =>
  PARTS.map((part) => textOf(fields[part])).join(' ')

/** The fields with one changed. One of day and week is always `?`, and never both: the other one follows. */
export function changed(fields: Fields, part: Part, field: Field): Fields {
  const next = { ...fields, [part]: field }
  const other = part === 'day' ? 'week' : part === 'week' ? 'day' : null
  if (!other) return next
  if (field.way !== 'none' && next[other].way !== 'none')
    return { ...next, [other]: as(other, 'none') }
  if (field.way === 'none' && next[other].way === 'none')
    return { ...next, [other]: as(other, 'every') }
  return next
}

const as = (part: Part, way: Way): Field => ({ ...blank(part), way })
