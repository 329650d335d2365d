import type { PasswordChange } from '../../shared/newPassword'
import { personRules } from '../personRules'

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

/** What is wrong with each field, in the language in use; empty when it may be sent. */
export function setUpProblems(
  values: SetUpValues,
  passwordProblems: (change: PasswordChange) => Partial<Record<keyof PasswordChange, string>>,
): Partial<SetUpValues> {
  const problems: Partial<SetUpValues> = {}
  for (const field of ['fullName', 'userName', 'email', 'phone'] as const) {
    const wrong = personRules[field](values[field])
    if (wrong) problems[field] = wrong
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
