import { describe, expect, it } from 'vitest'
import { differences } from './merging'

describe('what two people did to one record', () => {
  const fields = ['name', 'abbr', 'sort', 'keys', 'list']

  it.each([
    [{ name: 'b' }, {}, { mine: ['name'], theirs: [], both: [] }],
    [{}, { name: 'c' }, { mine: [], theirs: ['name'], both: [] }],
    [{ name: 'b' }, { name: 'c' }, { mine: [], theirs: [], both: ['name'] }],
    [{ name: 'b' }, { name: 'b' }, { mine: [], theirs: [], both: [] }],
    [{ name: 'b' }, { abbr: 'x' }, { mine: ['name'], theirs: ['abbr'], both: [] }],
    [{ abbr: '' }, { abbr: null }, { mine: [], theirs: [], both: [] }],
    [{ sort: '1' }, { sort: 2 }, { mine: [], theirs: ['sort'], both: [] }],
    [{ keys: { a: 1 } }, { keys: { a: 2 } }, { mine: ['keys'], theirs: [], both: [] }],
    [{ list: ['x', 'y'] }, { list: ['x,y'] }, { mine: [], theirs: [], both: ['list'] }],
    [{ version: 9 }, { version: 8 }, { mine: [], theirs: [], both: [] }],
  ])('mine %j, theirs %j', (mine, theirs, want) => {
    const base = { name: 'a', abbr: undefined, sort: 1, keys: { a: 2 }, list: [], version: 1 }
    expect(differences(base, { ...base, ...mine }, { ...base, ...theirs }, fields)).toEqual(want)
  })
})
