import { describe, expect, it } from 'vitest'
import {
  BOUNDS,
  changed,
  DEFAULT,
  expressionOf,
  fieldOf,
  fieldsOf,
  PARTS,
  textOf,
  WAYS,
} from './cron'

describe('the fields of a cron expression', () => {
  it('come back as they were written', () => {
    for (const expression of [
      DEFAULT,
      '0 0 12 * * ? *',
      '0 0/5 14,18 * * ? 2027',
      '0 15 10 ? * 6L 2027-2029',
      '0 15 10 ? * 6#3 *',
      '0 15 10 LW 1-3 ? *',
      '5 0-30 9-17 15W 6 ? 2028/2',
      // What the builder has no way for stays.
      '0 15 10 L-3 * ? *',
      '0 0 22-2 ? JAN MON-FRI *',
    ]) {
      expect(expressionOf(fieldsOf(expression))).toBe(expression)
    }
  })

  it('without a year mean every year, and begin anew where they are no expression', () => {
    expect(expressionOf(fieldsOf(' 0 0  12 * * ? '))).toBe('0 0 12 * * ? *')
    expect(expressionOf(fieldsOf('nonsense'))).toBe(DEFAULT)
  })

  it('out of bounds are kept as text', () => {
    expect(fieldOf('hour', '24').way).toBe('text')
    expect(fieldOf('week', '8').way).toBe('text')
    expect(fieldOf('day', '0-3').way).toBe('text')
    expect(fieldOf('minute', '0/0').way).toBe('text')
  })

  it('have one of day and week left open', () => {
    const fields = fieldsOf(DEFAULT)
    const byWeek = changed(fields, 'week', { ...fields.week, way: 'some', some: [2, 6] })
    expect(expressionOf(byWeek)).toBe('* * * ? * 2,6 *')
    const byDay = changed(byWeek, 'day', { ...byWeek.day, way: 'last' })
    expect(expressionOf(byDay)).toBe('* * * L * ? *')
    const neither = changed(byDay, 'day', { ...byDay.day, way: 'none' })
    expect(expressionOf(neither)).toBe('* * * ? * * *')
  })

  it('have a text for every way that is offered', () => {
    for (const part of PARTS) {
      const low = part === 'year' ? BOUNDS.year[0] : 0
      for (const way of WAYS[part]) {
        const text = textOf({ way, from: low + 2, to: low + 3, some: [low + 3, low + 2], text: '' })
        expect(fieldOf(part, text).way, `${part} ${way} ${text}`).toBe(way)
      }
    }
  })
})
