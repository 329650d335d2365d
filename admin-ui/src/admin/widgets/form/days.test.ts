import { expect, it } from 'vitest'
import { dayOf, isDay, momentOf } from './days'

it.each([
  ['1990-02-03', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1990-2-3', false],
  ['02/03/1990', false],
  ['1990-13-01', false],
  ['', false],
])('knows a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

it.each(['start', 'end'] as const)('a day and its moment lead to each other: %s', (at) => {
  for (const day of ['2026-01-01', '2024-02-29', '2026-12-31']) {
    expect(dayOf(momentOf(day, at), at)).toBe(day)
  }
  expect(dayOf('2026-1', at), 'what is typed so far').toBe('2026-1')
})

it('a day ends where the next begins', () => {
  expect(momentOf('2026-02-28', 'end')).toBe(momentOf('2026-03-01', 'start'))
})
