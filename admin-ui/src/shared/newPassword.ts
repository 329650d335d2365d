import { texts } from './i18n'

/** Texts of what is wrong with a new password. */
export const {
  t: sayProblem,
  has,
  all,
} = texts(
  {
    'password.rule': '8-16位,须同时包含大小写字母、数字',
    'password.enterCurrent': '请输入当前密码',
    'password.newBlank': '新密码不能为空',
    'password.confirmBlank': '确认密码不能为空',
    'password.mismatch': '两次输入的密码不一致',
    'password.same': '新旧密码不能相同',
  },
  {
    'password.rule': '8 to 16 letters and digits, with upper case, lower case and a digit',
    'password.enterCurrent': 'Please enter the current password',
    'password.newBlank': 'Please enter the new password',
    'password.confirmBlank': 'Please enter the new password again',
    'password.mismatch': 'The two passwords differ',
    'password.same': 'The new password must differ from the current one',
  },
)

/** What is wrong with a password, as a key of these texts. */
export type PasswordProblem = Parameters<typeof sayProblem>[0]

/** `GET /api/sys/passwordRules`, in the language of the request. */
export interface PasswordRules {
  profile: string
  minLength: number
  maxLength: number
  /** Letters and digits only, at least one upper-case and one lower-case letter and a digit. */
  composed: boolean
  /** How many passwords, with the present one, may not come again. */
  history: number
  /** The rule as a sentence. */
  message: string
}

/** What a new password looks like where nothing else is known (specification, section 5). */
type Shape = Pick<PasswordRules, 'minLength' | 'maxLength' | 'composed'>
const SHAPE: Shape = { minLength: 8, maxLength: 16, composed: true }
const COMPOSED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]+$/

/** Why `password` cannot be a new password, as a message key; null when it can. */
export function passwordProblem(password: string, shape: Shape = SHAPE): PasswordProblem | null {
  if (password === '') return 'password.newBlank'
  const length = [...password.normalize('NFC')].length
  const fits = length >= shape.minLength && length <= shape.maxLength
  return fits && (!shape.composed || COMPOSED.test(password)) ? null : 'password.rule'
}

export interface PasswordChange {
  /** Null where nobody asks for the old one (first set-up, recovery). */
  current: string | null
  next: string
  again: string
}

/** What is wrong with each of the three fields; empty when the change may be sent. */
export function changeProblems(
  change: PasswordChange,
  shape: Shape = SHAPE,
): Partial<Record<keyof PasswordChange, PasswordProblem>> {
  const problems: Partial<Record<keyof PasswordChange, PasswordProblem>> = {}
  if (change.current === '') problems.current = 'password.enterCurrent'
  const rule = passwordProblem(change.next, shape)
  if (rule) problems.next = rule
  else if (change.next === change.current) problems.next = 'password.same'
  if (change.again === '') problems.again = 'password.confirmBlank'
  else if (change.again !== change.next) problems.again = 'password.mismatch'
  return problems
}
