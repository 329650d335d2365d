import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitEmails, wrongEmails } from './emails'

fc.configureGlobal({ seed: 20260101 })

describe('e-mail addresses typed as one text', () => {
  it('are split at commas of both kinds, trimmed, and taken once', () => {
    expect(splitEmails(' a@x.org,b@x.org，A@x.org ,, c@x.org\n')).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
    ])
    expect(splitEmails(' , ')).toEqual([])
  })

  it('are told from what is none', () => {
    const text = 'a@x.org, a@x, @x.org, a b@x.org, a@@x.org, a@x..org, name, 李@医院.中国'
    expect(wrongEmails(text)).toEqual([
      'a@x',
      '@x.org',
      'a b@x.org',
      'a@@x.org',
      'a@x..org',
      'name',
    ])
  })

  it('keep every well-formed address', () => {
    fc.assert(
      fc.property(fc.array(fc.emailAddress()), (addresses) => {
        expect(wrongEmails(addresses.join(', '))).toEqual([])
      }),
    )
  })
})
