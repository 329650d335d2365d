import type { PasswordChange } from '../../shared/newPassword'
import { t as say } from '../fieldTexts'
import { personRules } from '../personRules'

/** `GET /api/account/email/getTenantUser`. */
export interface Invitation {
  tenantName: string
  name: string
  username: string
  email: string
  positionId: string | null
  phone: string
  remark: string
  positionList: { id: string; name: string }[]
  /** The person has an account: only position and remark are asked for. */
  isUser: boolean
  signedIn: { userName: string; fullName: string; invited: boolean } | null
  /** What they are authorised for by joining. */
  systems: { softwareName: string; studyNames: string; roleNames: string }[]
}

export const REGISTER_FIELDS = [
  'name',
  'username',
  'password',
  'again',
  'positionId',
  'phone',
  'remark',
] as const
export type RegisterField = (typeof REGISTER_FIELDS)[number]
export type RegisterValues = Record<RegisterField, string>

/** What the form begins with. */
export const begin = ({ name, username, positionId, phone, remark }: Invitation) => ({
  name,
  username,
  password: '',
  again: '',
  positionId: positionId ?? '',
  phone,
  remark,
})

/** What is wrong with each field, in the language in use; empty when it may be sent. */
export function registerProblems(
  values: RegisterValues,
  isUser: boolean,
  passwordProblems: (change: PasswordChange) => Partial<Record<keyof PasswordChange, string>>,
): Partial<RegisterValues> {
  const problems: Partial<RegisterValues> = {}
  if (values.positionId === '') problems.positionId = say('positionBlank')
  if (isUser) return problems
  const found = {
    name: personRules.fullName(values.name),
    username: personRules.userName(values.username),
    phone: personRules.phone(values.phone),
  }
  for (const field of ['name', 'username', 'phone'] as const) {
    if (found[field]) problems[field] = found[field]
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
