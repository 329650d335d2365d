import { t } from '../../shared/i18n'
import type { PasswordChange } from '../../shared/newPassword'
import { t as wrong } from '../fieldTexts'

export const SET_UP_FIELDS = [
  'fullName',
  'userName',
  'email',
  'phone',
  'password',
  'again',
] as const
export type SetUpField = (typeof SET_UP_FIELDS)[number]
export type SetUpValues = Record<SetUpField, string>

/** Generic patterns (specification, portal and sign-in, section 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^[0-9+\- ]{5,20}$/

const blank = (field: 'fullName' | 'userName' | 'email' | 'phone'): string =>
  t('field.blank', { field: t(`field.${field}`) })

const patterns: Record<'userName' | 'email' | 'phone', [RegExp, Parameters<typeof wrong>[0]]> = {
  userName: [/^[^@]{4,}$/, 'userNameShort'],
  email: [EMAIL, 'emailWrong'],
  phone: [PHONE, 'phoneWrong'],
}

/** What is wrong with each field, in the language in use; empty when it may be sent. */
export function setUpProblems(
  values: SetUpValues,
  passwordProblems: (change: PasswordChange) => Partial<Record<keyof PasswordChange, string>>,
): Partial<SetUpValues> {
  const problems: Partial<SetUpValues> = {}
  if (values.fullName.trim() === '') problems.fullName = blank('fullName')
  for (const field of ['userName', 'email', 'phone'] as const) {
    const value = values[field].trim()
    const [pattern, message] = patterns[field]
    if (value === '') problems[field] = blank(field)
    else if (!pattern.test(value)) problems[field] = wrong(message)
  }
  const { next, again } = passwordProblems({
    current: null,
    next: values.password,
    again: values.again,
  })
  if (next) problems.password = next
  if (again) problems.again = again
  return problems
}
