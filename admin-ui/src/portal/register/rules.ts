import { t } from '../../shared/i18n'
import type { PasswordChange } from '../../shared/newPassword'
import { PHONE } from '../../shared/patterns'
import { t as wrong } from '../fieldTexts'
import { t as say } from './texts'

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
  /** The person has an account: only the position is asked for. */
  isUser: boolean
  signedIn: { userName: string; fullName: string; invited: boolean } | null
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
  const blank = (field: 'fullName' | 'userName' | 'phone') =>
    t('field.blank', { field: t(`field.${field}`) })
  if (values.name.trim() === '') problems.name = blank('fullName')
  const userName = values.username.trim()
  if (userName === '') problems.username = blank('userName')
  else if (!/^[^@]{4,}$/.test(userName)) problems.username = wrong('userNameShort')
  const phone = values.phone.trim()
  if (phone === '') problems.phone = blank('phone')
  else if (!PHONE.test(phone)) problems.phone = wrong('phoneWrong')
  const { next, again } = passwordProblems({
    current: null,
    next: values.password,
    again: values.again,
  })
  if (next) problems.password = next
  if (again) problems.again = again
  return problems
}
