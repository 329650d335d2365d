import { expect, it } from 'vitest'
import { isDay } from './DayInput'

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
