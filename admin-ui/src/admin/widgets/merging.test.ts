import { describe, expect, it } from 'vitest'
import { differences } from './merging'

describe('what two people did to one record', () => {
  const fields = ['name', 'abbr', 'sort']

  it.each([
    [{ name: 'b' }, {}, { mine: ['name'], theirs: [], both: [] }],
    [{}, { name: 'c' }, { mine: [], theirs: ['name'], both: [] }],
    [{ name: 'b' }, { name: 'c' }, { mine: [], theirs: [], both: ['name'] }],
    [{ name: 'b' }, { name: 'b' }, { mine: [], theirs: [], both: [] }],
    [{ name: 'b' }, { abbr: 'x' }, { mine: ['name'], theirs: ['abbr'], both: [] }],
    [{ abbr: '' }, { abbr: null }, { mine: [], theirs: [], both: [] }],
    [{ sort: '1' }, { sort: 2 }, { mine: [], theirs: ['sort'], both: [] }],
    [{ version: 9 }, { version: 8 }, { mine: [], theirs: [], both: [] }],
  ])('mine %j, theirs %j', (mine, theirs, want) => {
    const base = { name: 'a', abbr: undefined, sort: 1, version: 1 }
    expect(differences(base, { ...base, ...mine }, { ...base, ...theirs }, fields)).toEqual(want)
  })
})
