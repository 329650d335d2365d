import { expect, it } from 'vitest'
import { changes } from './changes'

it('names the fields that differ, and no others', () => {
  const before = { id: 'a', version: 1, name: 'One', tags: ['x'], kept: true, gone: 'g' }
  const after = { id: 'a', version: 2, name: 'Two', tags: ['x', 'y'], kept: true }
  expect(changes(before, after)).toEqual([
    { field: 'name', before: 'One', after: 'Two' },
    { field: 'tags', before: '["x"]', after: '["x","y"]' },
    { field: 'gone', before: 'g', after: '' },
  ])
})

it('says what a record had when it came or went', () => {
  expect(changes(null, { id: 'a', name: 'One', remark: '' })).toEqual([
    { field: 'name', before: '', after: 'One' },
  ])
  expect(changes({ name: 'One', off: false }, undefined)).toEqual([
    { field: 'name', before: 'One', after: '' },
    { field: 'off', before: 'false', after: '' },
  ])
  expect(changes(['a'], 'b')).toEqual([])
})
