import {
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  oneof,
  property,
  string,
} from 'fast-check'
import { transform as itsTransform } from 'inflection'
import * as theirs from 'query-string'
import { expect, it } from 'vitest'
import { transform } from './inflection'
import { parse, stringify } from './queryString'

const names = string({ minLength: 1, unit: 'grapheme' }).filter((name) => name !== '__proto__')
const values = oneof(string({ unit: 'grapheme' }), integer(), constantFrom(undefined))

it('writes and reads addresses as the package does', () => {
  assert(
    property(dictionary(names, values, { noNullPrototype: true }), (query) => {
      const written = stringify(query)
      expect(written).toBe(theirs.stringify(query))
      expect(parse(`?${written}`)).toEqual({ ...theirs.parse(`?${written}`) })
    }),
    { seed: 1 },
  )
})

it('makes a word of a name as the package does', () => {
  const word = string({ minLength: 2, maxLength: 8, unit: constantFrom(...'abcdefghk') })
  const named = array(word, { minLength: 1, maxLength: 4 }).map((words) =>
    words.map((each, at) => (at ? each.charAt(0).toUpperCase() + each.slice(1) : each)).join(''),
  )
  assert(
    property(named, (name) => {
      expect(transform(name)).toBe(itsTransform(name, ['underscore', 'humanize']))
    }),
    { seed: 1 },
  )
})
