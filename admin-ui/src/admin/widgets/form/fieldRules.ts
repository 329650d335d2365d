/** The rules that the forms of records have in common, with the sentences that the server has for them. */
import { useOwnText } from '../data/useText'
import { filled, fits, isAddress, lengthOf, type Rule } from './rules'

/** Most characters of a line, and of an address or a remark. */
const LINE = 200
const NOTE = 1000

/** The rules, speaking the reader's language. */
export function useFieldRules() {
  const say = useOwnText('rules')
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
