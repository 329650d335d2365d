import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { count, day, moment, momentIn } from './format'

describe('what is written', () => {
  const at = new Date(2026, 0, 5, 9, 7, 3)

  it('is year-month-day and the time, by the reader’s clock', () => {
    expect(moment(at)).toBe('2026-01-05 09:07')
    expect(moment(at.toISOString(), true)).toBe('2026-01-05 09:07:03')
    expect(day(at.getTime())).toBe('2026-01-05')
    expect(moment(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31 23:59')
    expect(momentIn('2026-12-14T18:30:00.000Z', 'Asia/Shanghai')).toBe('2026-12-15 02:30:00')
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('counts %d', (n, text) => expect(count(n)).toBe(text))
})

/** Ways to write a date that follow the browser or the language. */
const OTHER =
  /toLocale(?:Date|Time)?String|Intl\.(?:DateTime|RelativeTime|Number)Format|\b(?:Date|Number)Field\b|toDateString|toUTCString|dateStyle|timeStyle/

it('is written by nobody else', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'shared/format.ts',
  )
  expect(files.length).toBeGreaterThan(200)
  const wrong = files.filter((file) => OTHER.test(readFileSync(join('src', file), 'utf8')))
  expect(wrong).toEqual([])
})
