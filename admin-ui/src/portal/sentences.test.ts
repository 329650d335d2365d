import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { all as passwords } from '../shared/newPassword'
import { all as codes } from '../shared/shell/codeTexts'
import { all as fields } from './fieldTexts'

// What a page says before anything is sent is what the server would have said: read in its source.

const rust = (file: string) => readFileSync(`../core/src/${file}`, 'utf8').replace(/\s+/g, ' ')
const session = [
  'model.rs',
  'password_change.rs',
  'password_continuation.rs',
  'api.rs',
  'rules.rs',
  'recovery/api.rs',
  'codes/api.rs',
]
  .map((file) => rust(`authentication/${file}`))
  .join(' ')
const people = rust('resources/users/model.rs') + rust('invitations/model.rs')

const some = (
  texts: { zh: Record<string, string>; en: Record<string, string> },
  keys: readonly string[],
) => keys.map((key) => [key, texts.zh[key] ?? '', texts.en[key] ?? ''] as const)

const says = (source: string, zh: string, en: string) => source.includes(`"${zh}", "${en}"`)

describe('the sentences', () => {
  it.each(some(passwords, Object.keys(passwords.zh)))('about passwords: %s', (_, zh, en) => {
    expect(says(session, zh, en)).toBe(true)
  })

  it.each(some(codes, ['phoneBlank', 'phoneWrong', 'codeBlank', 'codeWrong']))(
    'about phones and codes: %s',
    (_, zh, en) => {
      expect(says(session, zh, en)).toBe(true)
    },
  )

  it.each(some(fields, Object.keys(fields.zh)))('about people: %s', (_, zh, en) => {
    expect(says(people, zh, en)).toBe(true)
  })
})
