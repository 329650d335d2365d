/** The rules that the forms of records have in common, with the sentences that the server has for them. */
import { useOwnTexts } from '../data/ownTexts'
import { filled, fits, isAddress, lengthOf, type Rule } from './rules'

export const en = {
  long: 'at most %{most} characters',
  email: 'email format error, please re-enter',
}

export const zh: typeof en = {
  long: '长度不能超过%{most}个字符',
  email: '邮箱格式错误，请重新输入',
}

/** Most characters of a line, and of an address or a remark. */
const LINE = 200
const NOTE = 1000

/** The rules, speaking the reader's language. */
export function useFieldRules() {
  const say = useOwnTexts({ en, zh })
  const within = (most: number) => fits(say('long', { most }), (typed) => lengthOf(typed) <= most)
  return {
    within,
    /** One line, which may be empty. */
    line: within(LINE),
    /** An address or a remark. */
    note: within(NOTE),
    email: fits(say('email'), isAddress),
    /** For a line that must not be empty, with what else is asked of it. */
    needed: (said: string, ...more: Rule[]) => ({
      validate: [filled(said), within(LINE), ...more],
      isRequired: true as const,
    }),
  }
}
