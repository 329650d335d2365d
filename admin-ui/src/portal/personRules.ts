import { PHONE } from '../shared/patterns'
import { t } from './fieldTexts'

/** The general pattern of e-mail addresses (specification, portal and sign-in, section 5). */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The first of some checks that fails, in words. */
const first = <K extends Parameters<typeof t>[0]>(
  ...checks: [wrong: boolean, key: K][]
): string => {
  const found = checks.find(([wrong]) => wrong)
  return found ? t(found[1]) : ''
}

/** What is wrong with each fact about a person, as the server would say it; empty where nothing is. */
export const personRules = {
  fullName: (typed: string) => first([typed.trim() === '', 'fullNameBlank']),
  userName: (typed: string) => {
    const name = typed.trim()
    return first(
      [name === '', 'userNameBlank'],
      [Array.from(name).length < 4, 'userNameShort'],
      [name.includes('@'), 'userNameAt'],
      [/\s/.test(name), 'userNameSpace'],
    )
  },
  email: (typed: string) =>
    first([typed.trim() === '', 'emailBlank'], [!EMAIL.test(typed.trim()), 'emailWrong']),
  phone: (typed: string) => {
    const phone = typed.trim()
    return first(
      [phone === '', 'phoneBlank'],
      [phone.length < 5, 'phoneShort'],
      [!PHONE.test(phone), 'phoneWrong'],
    )
  },
}
